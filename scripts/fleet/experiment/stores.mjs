/** What is done to PostgreSQL and to Redis: restarted, away, slow, hung. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const away = 5000
const slow = 12_000

/** Locks a table that most requests need. */
async function lockTickets({ database }) {
  const client = new pg.Client({ connectionString: database })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; lock table tickets in access exclusive mode')
  await sleep(slow)
  await client.query('rollback')
  await client.end()
  await sleep(1000)
}

/** While something is away, answers are 503: clients and balancers come back. A 500 says that the process is broken, and a 502 that it is gone. */
const onlyUnavailable = ({ failures }) => {
  const others = failures.split(', ').filter((text) => text !== '' && !text.startsWith('503 '))
  return [others.length > 0 && `answers other than 503: ${others.join(', ')}`]
}

const quick =
  (bound) =>
  ({ slowest }) => [slowest > bound && `a request took ${slowest} ms`]

const all =
  (...judges) =>
  (result) =>
    judges.flatMap((judge) => judge(result))

export const ofStores = [
  {
    name: 'database-restart',
    title: 'PostgreSQL restarted',
    promise: 'failures are 503, and end with the restart',
    act: async (_fleet, _random, { postgres }) => {
      await postgres.restart('fast')
      await sleep(1500)
    },
    breaches: onlyUnavailable
  },
  {
    name: 'database-away',
    title: 'PostgreSQL away for 5 s',
    promise: 'failures are 503 and quick, and end with it',
    act: async (_fleet, _random, { postgres }) => {
      await postgres.halt('immediate')
      await sleep(away)
      await postgres.start()
      await sleep(3000)
    },
    breaches: all(onlyUnavailable, quick(10_000))
  },
  {
    name: 'database-slow',
    title: 'a table locked for 12 s',
    promise: 'failures are 503 within 10 s; what does not need the table goes on',
    act: lockTickets,
    breaches: all(onlyUnavailable, quick(10_000), ({ failed }) => [
      failed.own + failed.login > 0 && `${failed.own + failed.login} requests failed that do not need the table`
    ])
  },
  {
    name: 'redis-away',
    title: 'Redis away for 5 s',
    promise: 'reads, writes and logins go on',
    act: async (_fleet, _random, { redis }) => {
      await redis.stop()
      await sleep(away)
      await redis.start()
      await sleep(2000)
    },
    breaches: onlyUnavailable
  },
  {
    name: 'redis-hung',
    title: 'Redis hangs (`SIGSTOP`) for 5 s',
    promise: 'reads, writes and logins go on',
    act: async (_fleet, _random, { redis }) => {
      redis.pause()
      await sleep(away)
      redis.resume()
      await sleep(1000)
    },
    breaches: onlyUnavailable
  }
]
