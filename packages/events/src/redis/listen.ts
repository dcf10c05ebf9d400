import type { Connect, Connection, ListenerCallbacks } from '../log/listener.ts'
import type { IoredisSubscriber, NodeRedisSubscriber, RedisClient } from './client.ts'
import type { Tails } from './tails.ts'

export interface Channels {
  of(topic: string): string
  topicOf(channel: string): string
}

interface TopicConnection extends Connection {
  readonly enter: (topic: string) => Promise<unknown>
  readonly leave: (topic: string) => Promise<unknown>
}

interface MessageCallbacks extends ListenerCallbacks {
  receive(topic: string, message: string): void
}

export const listenBy =
  (client: RedisClient, channels: Channels, tails: Tails): Connect =>
  async (callbacks) => {
    const receive = (topic: string, message: string) => {
      tails.receive(topic, message)
      callbacks.notice(topic)
    }
    const copy = await ('call' in client
      ? listenOnIoredis(client.duplicate(), channels, { ...callbacks, receive })
      : listenOnNodeRedis(client.duplicate(), channels, { ...callbacks, receive }))
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

async function listenOnNodeRedis(
  copy: NodeRedisSubscriber,
  channels: Channels,
  callbacks: MessageCallbacks
): Promise<TopicConnection> {
  await connectionOf(
    copy,
    callbacks,
    (ready, fail) => copy.connect().then(() => ready(), fail),
    () => copy.destroy()
  )
  return {
    enter: (topic) => copy.subscribe(channels.of(topic), (message) => callbacks.receive(topic, message)),
    leave: (topic) => copy.unsubscribe(channels.of(topic)),
    close: async () => copy.destroy()
  }
}

async function listenOnIoredis(
  copy: IoredisSubscriber,
  channels: Channels,
  callbacks: MessageCallbacks
): Promise<TopicConnection> {
  copy.on('message', (channel, message) => callbacks.receive(channels.topicOf(channel), message))
  const begin = (ready: () => void) => {
    copy.on('ready', ready)
    // `connect` also rejects if the client is already connecting, which is not a failure. Real connection errors are emitted as `error`.
    copy.connect().catch(() => {})
  }
  await connectionOf(copy, callbacks, begin, () => copy.disconnect())
  return {
    enter: (topic) => copy.subscribe(channels.of(topic)),
    leave: (topic) => copy.unsubscribe(channels.of(topic)),
    close: () => copy.disconnect()
  }
}

/** A client that reconnects loses notifications without an error. So the first error of the duplicate ends the connection. */
function connectionOf(
  copy: NodeRedisSubscriber | IoredisSubscriber,
  { end }: ListenerCallbacks,
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
