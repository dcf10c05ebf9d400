/** Listens for notifications of a Redis log, on a duplicate of the log's client. Each topic has a channel of Redis. */
import type { Connect, Connection, Heard } from '../log/listener.ts'
import type { IoredisSubscriber, NodeRedisSubscriber, RedisClient } from './client.ts'
import type { Tails } from './tails.ts'

/** Converts names of topics to names of channels, and back. */
export interface Channels {
  of(topic: string): string
  topicOf(channel: string): string
}

/** The duplicate of a client, which subscribes to channels and calls `hear` for each message. */
interface Copy extends Connection {
  readonly enter: (topic: string) => Promise<unknown>
  readonly leave: (topic: string) => Promise<unknown>
}

interface Hearing extends Heard {
  hear(topic: string, message: string): void
}

export const listenBy =
  (client: RedisClient, channels: Channels, tails: Tails): Connect =>
  async (heard) => {
    const hear = (topic: string, message: string) => {
      tails.hear(topic, message)
      heard.notice(topic)
    }
    const copy = await ('call' in client
      ? listenOnIoredis(client.duplicate(), channels, { ...heard, hear })
      : listenOnNodeRedis(client.duplicate(), channels, { ...heard, hear }))
    return {
      ...copy,
      enter(topic) {
        tails.enter(topic)
        return copy.enter(topic)
      },
      leave(topic) {
        tails.leave(topic)
        return copy.leave(topic)
      }
    }
  }

async function listenOnNodeRedis(copy: NodeRedisSubscriber, channels: Channels, hearing: Hearing): Promise<Copy> {
  await connectionOf(
    copy,
    hearing,
    (ready, fail) => copy.connect().then(() => ready(), fail),
    () => copy.destroy()
  )
  return {
    enter: (topic) => copy.subscribe(channels.of(topic), (message) => hearing.hear(topic, message)),
    leave: (topic) => copy.unsubscribe(channels.of(topic)),
    close: async () => copy.destroy()
  }
}

async function listenOnIoredis(copy: IoredisSubscriber, channels: Channels, hearing: Hearing): Promise<Copy> {
  copy.on('message', (channel, message) => hearing.hear(channels.topicOf(channel), message))
  const begin = (ready: () => void) => {
    copy.on('ready', ready)
    // If the client is connecting already, `connect` rejects, and this error is ignored. Other errors are emitted as events.
    copy.connect().catch(() => {})
  }
  await connectionOf(copy, hearing, begin, () => copy.disconnect())
  return {
    enter: (topic) => copy.subscribe(channels.of(topic)),
    leave: (topic) => copy.unsubscribe(channels.of(topic)),
    close: () => copy.disconnect()
  }
}

/** Resolves when `copy`, a duplicate of the client, is connected. `copy` would lose notifications while it reconnects, so its first error ends it. */
function connectionOf(
  copy: NodeRedisSubscriber | IoredisSubscriber,
  { end }: Heard,
  begin: (ready: () => void, fail: (error: Error) => void) => unknown,
  close: () => unknown
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const fail = (error = new Error('The connection that listens has ended.')) => {
      end(error)
      reject(error)
    }
    for (const event of ['error', 'close', 'end', 'reconnecting']) copy.on(event, fail)
    begin(resolve, fail)
  }).catch((error) => {
    close()
    throw error
  })
}
