// Two GTP engines play a game, driven by the client that Sabaki uses (npm: @sabaki/gtp).
//
//   node sabaki_twogtp.js COMMAND ARGUMENT...
//
// Both engines are the same command. The client knows nothing of the game: GoGui's rules commands
// say what it is, whose turn it is, which moves are legal and how it ended. Prints one line of JSON.
const {Controller} = require('@sabaki/gtp')

async function ask(engine, name, ...args) {
  const response = await engine.sendCommand({name, args})
  if (response.error) throw new Error(`${name} ${args.join(' ')}: ${response.content}`)
  return response.content.trim()
}

async function main() {
  const [command, ...args] = process.argv.slice(2)
  const engines = {}
  for (const color of ['black', 'white']) {
    engines[color] = new Controller(command, args)
    engines[color].start()
  }
  const {black, white} = engines
  const game = await ask(black, 'gogui-rules_game_id')
  const size = await ask(black, 'gogui-rules_board_size')
  for (const engine of [black, white]) await ask(engine, 'clear_board')
  const moves = []
  for (;;) {
    const legal = (await ask(black, 'gogui-rules_legal_moves')).split(/\s+/).filter(Boolean)
    if (legal.length === 0) break
    const turn = await ask(black, 'gogui-rules_side_to_move')
    const other = turn === 'black' ? white : black
    const move = await ask(engines[turn], 'genmove', turn)
    if (!legal.includes(move)) throw new Error(`${move} is not one of ${legal}`)
    await ask(other, 'play', turn, move)
    moves.push(move)
  }
  const boards = []
  for (const engine of [black, white]) boards.push(await ask(engine, 'showboard'))
  const result = await ask(white, 'gogui-rules_final_result')
  const refused = await black.sendCommand({name: 'play', args: ['black', 'z99']})
  for (const engine of [black, white]) await engine.stop()
  console.log(JSON.stringify({game, size, moves, boards, result, refused: refused.content}))
}

main().catch(error => {
  console.error(String(error))
  process.exit(1)
})
