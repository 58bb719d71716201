// Drives an engine with the controller of Sabaki (@sabaki/gtp) and prints what happened as JSON.
//
//   NODE_PATH=.../node_modules node sabaki.mjs PROGRAM ARGUMENTS...
import {createRequire} from 'node:module'
import path from 'node:path'

const require = createRequire(path.join(process.env.NODE_PATH, 'x.js'))
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const [program, ...args] = process.argv.slice(2)
const controller = new Controller(program, args)
const tracker = new ControllerStateTracker(controller)
const report = {stderr: []}

controller.on('stderr', ({content}) => report.stderr.push(content))
controller.start()

const send = (name, ...words) => controller.sendCommand({name, args: words})
const text = async (name, ...words) => {
  const response = await send(name, ...words)
  return (response.error ? '? ' : '= ') + response.content
}

try {
  report.name = await text('name')
  report.commands = (await send('list_commands')).content.split('\n').length
  report.unknown = await text('no-such-command')
  // Sabaki's own way to make the engine's board equal to a game.
  await tracker.sync({
    komi: 6.5,
    boardsize: [9, 9],
    history: [
      {name: 'play', args: ['B', 'E5']},
      {name: 'play', args: ['W', 'C3']}
    ]
  })
  report.state = {...tracker.state}
  report.board = await text('showboard')
  report.moves = []
  for (let i = 0; i < 4; i++) {
    report.moves.push(await text('genmove', i % 2 == 0 ? 'B' : 'W'))
  }
  // An analysis streams lines until another command comes.
  report.lines = []
  const analysis = controller.sendCommand(
    {name: 'analyze', args: ['B', '5']},
    ({line}) => {
      if (line.startsWith('info')) report.lines.push(line)
      if (report.lines.length == 2) send('name')
    }
  )
  const finished = await analysis
  report.analysisFailed = finished.error
  const generated = await send('genmove_analyze', 'B', '5')
  report.generated = generated.content.split('\n').pop()
  report.quit = await text('quit')
} finally {
  await controller.stop(3000)
  console.log(JSON.stringify(report))
}
