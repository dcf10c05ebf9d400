/** The users of the fleet: all that they do, and what became of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openAccount } from './load/account.mjs'
import { startReaders } from './load/reader.mjs'
import { startSocket } from './load/socket.mjs'
import { startStreams } from './load/stream.mjs'
import { Tally } from './load/tally.mjs'
import { startWriters } from './load/writer.mjs'

/**
 * Begins with what the experiment asks for.
 *
 * @param options how many there are: readers, writers with a key and without, event streams
 */
export async function startLoad({ url, database }, { readers = 4, keyed = 4, plain = 4, streams = 4 } = {}) {
  const account = await openAccount(url)
  const tally = new Tally()
  const endStreams = startStreams(account, { streams })
  const endSocket = startSocket(account)
  const endReaders = startReaders(account, tally, { readers })
  const endKeyed = startWriters(account, tally, { kind: 'keyed', writers: keyed, database })
  const endPlain = startWriters(account, tally, { kind: 'plain', writers: plain, database })
  await sleep(1500)
  return {
    tally,
    account,
    /** Lets the users go on for some seconds, in which nothing may fail, and ends them. */
    async end(calm = 1500) {
      const quietFrom = Date.now()
      await sleep(calm)
      await endReaders()
      const writes = { keyed: await endKeyed(), plain: await endPlain() }
      const socket = await endSocket()
      const heard = await endStreams()
      const kinds = ['read', 'own', 'login'].map((kind) => [kind, tally.of(kind).length])
      return {
        requests: tally.requests,
        refused: tally.refused,
        failed: Object.fromEntries(kinds),
        failures: tally.describe(),
        late: tally.failures.filter(({ at }) => at > quietFrom).length,
        slowest: Math.round(tally.slowest),
        ...writes,
        ...heard,
        socket
      }
    }
  }
}
