// The bag game of our floor under boardgame.io's Master: `bag_game.js 1.5` prints moves a second of CPU.
// State is kept in memory; after each move every seat's view is made, and written as JSON as a server sends it.
const { Master } = require('boardgame.io/master');
const { ProcessGameConfig, getFilterPlayerView } = require('boardgame.io/internal');

const SEATS = 3;
const BAG = { ruby: 6, topaz: 6, jade: 6, obsidian: 5 };
const left = (G) => Object.values(G.bag).reduce((sum, count) => sum + count, 0);

function drawn(G, random) {
  let place = random.Die(left(G)) - 1;
  for (const gem of Object.keys(BAG)) {
    place -= G.bag[gem];
    if (place < 0) return gem;
  }
  throw new Error('beyond the end of the bag');
}

const game = {
  name: 'bag',
  setup: () => ({ bag: { ...BAG }, carts: Array.from({ length: SEATS }, () => ({})), chests: Array(SEATS).fill(0) }),
  moves: {
    draw: ({ G, playerID, random }) => {
      const gem = drawn(G, random);
      G.bag[gem] -= 1;
      G.carts[playerID][gem] = (G.carts[playerID][gem] || 0) + 1;
      if (G.carts[playerID].obsidian > 1) G.carts[playerID] = {};
    },
    stop: ({ G, playerID }) => {
      G.chests[playerID] += Object.values(G.carts[playerID]).reduce((sum, count) => sum + count, 0);
      G.carts[playerID] = {};
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
  playerView: ({ G, playerID }) => ({
    ...G,
    bag: left(G),
    chests: G.chests.map((chest, seat) => (String(seat) === playerID ? chest : null)),
  }),
};

// Its own store in memory is not among what the package exports; this one does the same.
class Memory {
  constructor() { this.matches = new Map(); }
  type() { return 0; }
  createMatch(id, { initialState, metadata }) { this.matches.set(id, { state: initialState, initialState, metadata, log: [] }); }
  fetch(id) { return this.matches.get(id) || {}; }
  setState(id, state, log) { const kept = this.matches.get(id); kept.state = state; kept.log.push(...(log || [])); }
  setMetadata(id, metadata) { this.matches.get(id).metadata = metadata; }
  wipe(id) { this.matches.delete(id); }
}

async function playOne(master, store, id) {
  await master.onSync(id, '0', undefined, SEATS);
  for (let moves = 0; ; moves += 1) {
    const { state } = store.fetch(id);
    if (left(state.G) === 0) { store.wipe(id); return moves; }
    const seat = state.ctx.currentPlayer;
    const may = Object.keys(state.G.carts[seat]).length > 0;
    const type = may && Math.random() < 0.5 ? 'stop' : 'draw';
    const wrong = await master.onUpdate({ type: 'MAKE_MOVE', payload: { type, args: [], playerID: seat } }, state._stateID, id, seat);
    if (wrong || store.fetch(id).state === state) throw new Error(`not played: ${JSON.stringify(wrong)}`);
  }
}

async function main(seconds) {
  const view = getFilterPlayerView(ProcessGameConfig(game));
  const sent = (payload) => { for (let seat = 0; seat < SEATS; seat += 1) JSON.stringify(view(String(seat), payload)); };
  const store = new Memory();
  const master = new Master(game, store, { send: () => {}, sendAll: sent });
  const spent = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; };
  const rate = async (within) => {
    const begun = spent();
    let moves = 0;
    for (let number = 0; spent() - begun < within; number += 1) moves += await playOne(master, store, `match ${number}`);
    return moves / (spent() - begun);
  };
  await rate(seconds); // until what is used often is compiled
  console.log(JSON.stringify(await rate(seconds)));
}

main(Number(process.argv[2]));
