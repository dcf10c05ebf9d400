import type { Connect, Connection, ListenerCallbacks } from '../log/listener.ts'
import type { ListeningPglite, ListeningPool, PostgresDatabase } from './database.ts'

export const listenBy =
  (database: PostgresDatabase, channel: string): Connect =>
  (callbacks) =>
    'listen' in database ? listenIn(database, channel, callbacks) : listenOn(database, channel, callbacks)

async function listenIn(
  database: ListeningPglite,
  channel: string,
  { notice }: ListenerCallbacks
): Promise<Connection> {
  return { close: await database.listen(channel, notice) }
}

async function listenOn(pool: ListeningPool, channel: string, { notice, end }: ListenerCallbacks): Promise<Connection> {
  const client = await pool.connect()
  let isOver = false
  const close = () => {
    if (!isOver) client.release(true)
    isOver = true
  }
  client.on('notification', ({ payload = '' }) => notice(payload))
  client.on('error', end)
  client.on('end', () => end(new Error('The connection that listens has ended.')))
  try {
    await client.query(`listen ${channel}`)
  } catch (error) {
    close()
    throw error
  }
  return { close }
}
