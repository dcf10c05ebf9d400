/** Listens for the topics of a log in Redis, over a copy of a client. Each topic has a channel. */
import type { Connect, Connection, Heard } from '../log/listener.ts'
import type { IoredisSubscriber, NodeRedisSubscriber, RedisClient } from './client.ts'

/** The names of channels, both ways. */
export interface Channels {
  of(topic: string): string
  topicOf(channel: string): string
}

export const listenBy =
  (client: RedisClient, channels: Channels): Connect =>
  (heard) =>
    'call' in client
      ? listenOnIoredis(client.duplicate(), channels, heard)
      : listenOnNodeRedis(client.duplicate(), channels, heard)

async function listenOnNodeRedis(copy: NodeRedisSubscriber, channels: Channels, heard: Heard): Promise<Connection> {
  await connectionOf(
    copy,
    heard,
    (ready, fail) => copy.connect().then(() => ready(), fail),
    () => copy.destroy()
  )
  return {
    enter: (topic) => copy.subscribe(channels.of(topic), () => heard.notice(topic)),
    leave: (topic) => copy.unsubscribe(channels.of(topic)),
    close: async () => copy.destroy()
  }
}

async function listenOnIoredis(copy: IoredisSubscriber, channels: Channels, heard: Heard): Promise<Connection> {
  copy.on('message', (channel) => heard.notice(channels.topicOf(channel)))
  const begin = (ready: () => void) => {
    copy.on('ready', ready)
    // It fails where the copy connects already. Other faults are events.
    copy.connect().catch(() => {})
  }
  await connectionOf(copy, heard, begin, () => copy.disconnect())
  return {
    enter: (topic) => copy.subscribe(channels.of(topic)),
    leave: (topic) => copy.unsubscribe(channels.of(topic)),
    close: () => copy.disconnect()
  }
}

/** Resolves when a copy is connected. Copies connect anew by themselves, and notices are lost meanwhile. So their first fault is their end. */
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
