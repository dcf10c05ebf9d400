/** The troubles of the proofs of events: a process is killed, connections are cut, the engine is restarted, again and again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../random.mjs'

const cutHalf =
  'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and random() < 0.5'

/**
 * @param target `{ engine, pool, fleet }`: the server, a pool to it, and the list of processes
 * @returns the counts so far, and `end()`, which resolves when the last trouble is over
 */
export function startTroubles({ engine, pool, fleet }, seed) {
  const counts = { kills: 0, cuts: 0, restarts: 0 }
  let isOver = false
  /** Acts behind each pause, in milliseconds. Each kind draws from a random source of its own. */
  const repeat = async (place, pause, act) => {
    const random = createRandom(seed + place)
    while (!isOver) {
      await sleep(pause(random))
      if (!isOver) await act(random).catch(() => {})
    }
  }
  const kill = async (random) => {
    fleet[random(fleet.length)].kill('SIGKILL')
    counts.kills++
  }
  const cut = () => pool.query(cutHalf).then(() => counts.cuts++)
  const restart = (random) => engine.restart(random(2) === 0 ? 'fast' : 'immediate').finally(() => counts.restarts++)
  const all = [
    repeat(0, () => 3000, kill),
    repeat(1, (random) => 2000 + random(5000), cut),
    repeat(2, (random) => 15_000 + random(10_000), restart)
  ]
  return {
    counts,
    end() {
      isOver = true
      return Promise.all(all)
    }
  }
}

/** A run without troubles. */
export const noTroubles = { counts: { kills: 0, cuts: 0, restarts: 0 }, end: async () => {} }
