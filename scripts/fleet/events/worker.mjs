/** One process of the fleet: it publishes and streams events of a log in PostgreSQL, and may be killed at any time. */
import { createHub } from '@espalier/events'
import { postgresLog } from '@espalier/events/postgres'
import { answerUnavailable } from '@espalier/kit'
import { espalier } from 'espalier'
import pg from 'pg'
import { mutate } from './mutant.mjs'
import { counted, publish, watch } from './topic.mjs'

const { DATABASE_URL, PORT, MUTANT } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16, connectionTimeoutMillis: 5000, keepAlive: true })
// Connections break, idle or not.
pool.on('error', () => {})
pool.on('connect', (client) => client.on('error', () => {}))
const hub = createHub(mutate(postgresLog(pool), MUTANT), { every: 2000, disconnectAfter: 20_000 })

const app = espalier()
app.setErrorHandler(answerUnavailable)
app.addHook('onClose', async () => hub.close())
app.route(watch, (request) => hub.follow(counted.of(request.params.topic), request))
app.route(publish, async ({ params, body }, reply) => {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query('begin')
    // A publisher that has got no answer publishes again: the event is there once, with its row.
    const { rowCount } = await client.query('insert into sent (writer, n) values ($1, $2) on conflict do nothing', [
      body.writer,
      body.n
    ])
    if (rowCount === 1) await hub.append(counted.of(params.topic), { event: 'counted', data: body }, client)
    await client.query('commit')
    isBroken = false
  } finally {
    // An open transaction is ended with its connection.
    client.release(isBroken)
  }
  return reply.code(204).send()
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
