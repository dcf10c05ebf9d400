/** Listens for the topics of a Redis log, over a copy of a client. Each topic has a channel. */
import type { Connect, Connection, Heard } from '../log/listener.ts'
import type { IoredisSubscriber, NodeRedisSubscriber, RedisClient } from './client.ts'
import type { Tails } from './tails.ts'

/** Converts topics to channels and back. */
export interface Channels {
  of(topic: string): string
  topicOf(channel: string): string
}

/** A connection that subscribes to channels and calls `hear` for each message. */
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
    // It rejects if the copy is connecting already. Other errors are events.
    copy.connect().catch(() => {})
  }
  await connectionOf(copy, hearing, begin, () => copy.disconnect())
  return {
    enter: (topic) => copy.subscribe(channels.of(topic)),
    leave: (topic) => copy.unsubscribe(channels.of(topic)),
    close: () => copy.disconnect()
  }
}

/** Resolves when a copy is connected. Copies reconnect automatically, and lose notifications meanwhile. So the first error ends the connection here. */
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
