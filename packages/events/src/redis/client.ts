import { createHash } from 'node:crypto'

/** A duplicate of a client of `redis`, for subscriptions. Redis needs a separate connection for them. */
export interface NodeRedisSubscriber {
  on(name: string, listener: (error?: Error) => void): unknown
  connect(): Promise<unknown>
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>
  unsubscribe(channel: string): Promise<unknown>
  destroy(): unknown
}

/** A duplicate of a client of `ioredis`, for subscriptions. It connects by itself. */
export interface IoredisSubscriber {
  on(name: 'message', listener: (channel: string, message: string) => void): unknown
  on(name: string, listener: (error?: Error) => void): unknown
  connect(): Promise<unknown>
  subscribe(channel: string): Promise<unknown>
  unsubscribe(channel: string): Promise<unknown>
  disconnect(): unknown
}

/** A client of the package `redis`. */
export interface NodeRedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  evalSha(hash: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
  duplicate(): NodeRedisSubscriber
}

export interface IoredisClient {
  call(command: string, ...args: string[]): Promise<unknown>
  duplicate(): IoredisSubscriber
}

export type RedisClient = NodeRedisClient | IoredisClient

/** `hash` is the SHA-1 hash by which EVALSHA names a script. */
export interface Script {
  readonly text: string
  readonly hash: string
}

export const toScript = (text: string): Script => ({ text, hash: createHash('sha1').update(text).digest('hex') })

/** Sends the text of the script only if the server does not know its hash, such as after a restart. */
export async function runScript(client: RedisClient, { text, hash }: Script, keys: string[], args: string[]) {
  const count = `${keys.length}`
  try {
    return await ('call' in client
      ? client.call('EVALSHA', hash, count, ...keys, ...args)
      : client.evalSha(hash, { keys, arguments: args }))
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return 'call' in client
      ? client.call('EVAL', text, count, ...keys, ...args)
      : client.eval(text, { keys, arguments: args })
  }
}
