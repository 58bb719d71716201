-- A laboratory, version 2. One row of `games` is one counted game; its key makes it impossible to
-- count a game twice. `reservations` holds the games that a living process is playing now.
CREATE TABLE agents (
    hash TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    configuration TEXT NOT NULL          -- JSON: settings, hashes of files
) WITHOUT ROWID;

CREATE TABLE machines (
    hash TEXT PRIMARY KEY,
    description TEXT NOT NULL            -- JSON: system, processor, cores, Python
) WITHOUT ROWID;

CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,            -- hash of `description`
    description TEXT NOT NULL,           -- JSON: everything that decides the moves
    game TEXT NOT NULL,                  -- as game_of_text reads it
    first TEXT NOT NULL REFERENCES agents,
    second TEXT NOT NULL REFERENCES agents,
    first_name TEXT NOT NULL,
    second_name TEXT NOT NULL,
    created TEXT NOT NULL                -- UTC, ISO 8601
);

CREATE TABLE games (
    match INTEGER NOT NULL REFERENCES matches,
    pair INTEGER NOT NULL,
    first_is_black INTEGER NOT NULL,
    winner TEXT,                         -- black, white; NULL for a draw
    reason TEXT NOT NULL,
    score REAL NOT NULL,                 -- Black's margin
    points REAL NOT NULL,                -- of the first agent
    moves TEXT NOT NULL,
    opening_plies INTEGER NOT NULL,
    movers TEXT NOT NULL,                -- b or w for every move after the opening
    seconds TEXT NOT NULL,               -- of each of these moves
    simulations TEXT NOT NULL,
    seed INTEGER NOT NULL,
    started TEXT NOT NULL,
    ended TEXT NOT NULL,
    version TEXT NOT NULL,               -- of katachi
    machine TEXT NOT NULL REFERENCES machines,
    -- Since version 2; empty in older games. Lists have an entry per move after the opening, - where
    -- nothing is known.
    processor TEXT NOT NULL DEFAULT '',  -- seconds of processor time
    "values" TEXT NOT NULL DEFAULT '',   -- what the search thought, for the mover, 0 to 1
    visits TEXT NOT NULL DEFAULT '',     -- of the root of its tree
    depths TEXT NOT NULL DEFAULT '',     -- of its tree
    told TEXT NOT NULL DEFAULT '',       -- JSON: limits that programs were given, Black's and White's
    failure TEXT NOT NULL DEFAULT '',    -- what lost the game, if it was not the moves
    PRIMARY KEY (match, pair, first_is_black)
) WITHOUT ROWID;

CREATE TABLE voids (
    match INTEGER NOT NULL REFERENCES matches,
    pair INTEGER NOT NULL,
    first_is_black INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    reason TEXT NOT NULL,
    culprit TEXT NOT NULL,
    message TEXT NOT NULL,
    transcript TEXT NOT NULL,
    moves TEXT NOT NULL,
    ended TEXT NOT NULL,
    PRIMARY KEY (match, pair, first_is_black, attempt)
) WITHOUT ROWID;

CREATE TABLE reservations (
    match INTEGER NOT NULL REFERENCES matches,
    pair INTEGER NOT NULL,
    first_is_black INTEGER NOT NULL,
    owner TEXT NOT NULL,                 -- process and its start: see owner.py
    PRIMARY KEY (match, pair, first_is_black)
) WITHOUT ROWID;
