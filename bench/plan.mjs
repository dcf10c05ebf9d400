// How much is measured. `full` is made to end within half an hour for a version of Node, `quick` within one: it shows that
// everything works, and its numbers are worth nothing.
import { scenarios } from './scenario.mjs'

const everyScenario = scenarios.map(({ id }) => id)

export const parts = ['scenarios', 'services', 'protection', 'start-up', 'inject', 'memory', 'scale', 'idle']

const full = {
  // `warmUp` and `slice` are in milliseconds, of `inject` in turns; `peerRounds` are those in which contenders outside the budget take part.
  // The cost of a POST still falls after a third of a second, while V8 compiles what it takes.
  scenarios: {
    scenarios: everyScenario,
    rounds: 5,
    peerRounds: 2,
    turns: 5,
    warmUp: 1500,
    slice: 120,
    connections: 32
  },
  services: {
    rounds: 3,
    turns: 5,
    warmUp: 1200,
    slice: 120,
    connections: 32,
    // Services with large bodies answer a tenth as many requests in the same time, and V8 compiles by their number.
    large: { rounds: 5, settle: 20 }
  },
  protection: { scenarios: [1, 4, 7], rounds: 5, turns: 6, warmUp: 1500, slice: 120, connections: 32 },
  'start-up': { routes: 1000, turns: 3 },
  inject: { rounds: 4, turns: 7, warmUp: 10, calls: 4000 },
  memory: { requests: 1_000_000, connections: 48 },
  scale: {
    axes: { routes: [10, 100, 1000, 10_000], plugins: [1, 50, 500], depth: [1, 5, 20], decorators: [0, 20, 200] },
    rounds: 3,
    turns: 4,
    warmUp: 1000,
    slice: 120,
    connections: 32
  },
  idle: { connections: 10_000, seconds: 2 }
}

const quick = {
  scenarios: {
    scenarios: [1, 4, 7, 'T', 'C'],
    rounds: 1,
    peerRounds: 1,
    turns: 2,
    warmUp: 60,
    slice: 40,
    connections: 8
  },
  services: {
    services: ['none', 'four'],
    rounds: 1,
    turns: 2,
    warmUp: 60,
    slice: 40,
    connections: 8,
    large: { settle: 1 }
  },
  protection: { scenarios: [4], rounds: 1, turns: 2, warmUp: 60, slice: 40, connections: 8 },
  'start-up': { routes: 50, turns: 1 },
  inject: { rounds: 1, turns: 2, warmUp: 1, calls: 200 },
  memory: { requests: 10_000, connections: 12 },
  scale: {
    axes: { routes: [10, 300], decorators: [0, 50] },
    rounds: 1,
    turns: 2,
    warmUp: 60,
    slice: 40,
    connections: 8
  },
  idle: { connections: 200, seconds: 0.3 }
}

/** The runs that differ from these plans are kept apart, and publish nothing. */
export function kindOf({ isQuick, only, scenario, service, rounds, requests }) {
  if (isQuick) return 'quick'
  return [only, scenario, service, rounds, requests].every((option) => option === undefined) ? 'full' : 'part'
}

/** The plan of a run: the mode's, with what the command line says over it. */
export function toPlan({ isQuick, only, scenario, service, rounds, requests }) {
  const plan = structuredClone(isQuick ? quick : full)
  if (scenario !== undefined) plan.scenarios.scenarios = everyScenario.filter((id) => scenario.includes(`${id}`))
  if (service !== undefined) plan.services.services = service
  if (rounds !== undefined) for (const part of ['scenarios', 'services']) plan[part].rounds = rounds
  if (rounds !== undefined) plan.services.large.rounds = rounds
  if (requests !== undefined) plan.memory.requests = requests
  return Object.fromEntries(Object.entries(plan).filter(([part]) => only === undefined || only.includes(part)))
}
