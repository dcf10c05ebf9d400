import type { Server } from 'node:http'

/**
 * Where to listen: the options of Node's `server.listen`, and of espalier.
 *
 * @example
 * const { signal } = new AbortController()
 * const listenTextResolver = (address) => `at ${address}`
 * const origin = await app.listen({ host: '127.0.0.1', port: 0, backlog: 99, exclusive: true, listenTextResolver, signal })
 * origin.startsWith('http://127.0.0.1:') // true
 * @example
 * const path = `/tmp/espalier-${process.pid}.sock`
 * await app.listen({ path, readableAll: true, writableAll: true }) === path // true
 */
export interface ListenOptions {
  /** 0 by default: any free port. */
  port?: number
  /** `localhost` by default: every address to which the name resolves. */
  host?: string
  /** Path of a Unix socket, instead of port and host. */
  path?: string
  /** The number of connections that may wait to be accepted. Default: Node's, 511. */
  backlog?: number
  /** If true, workers of `node:cluster` do not share the port. Default: false. */
  exclusive?: boolean
  /**
   * Whether other processes may listen at the same port: the system distributes connections (SO_REUSEPORT). Needs Node 22.12 or 23.1, and a system
   * with support, such as Linux. Default: false.
   */
  reusePort?: boolean
  /**
   * In milliseconds: how long idle connections stay open when the app closes. A request that arrives meanwhile is handled as usual, not with a 503,
   * and ends its connection. New connections are refused. Event streams end one by one in this time, so that clients do not all reconnect
   * at once. Default: 0, connections and streams end at once.
   */
  drain?: number
  /**
   * In milliseconds: the time between a signal of `closeOn` and closing. Requests are still accepted, but `app.state` is `draining`, so that
   * readiness checks can fail. Choose a longer time than a load balancer needs to notice. Default: 0.
   */
  notice?: number
  /**
   * In milliseconds: how long the process may run after a signal of `closeOn`. Then the process exits with the code 1, and the log lists the
   * resources that kept it alive. Default: no limit; the process ends by itself.
   */
  within?: number
  readableAll?: boolean
  writableAll?: boolean
  ipv6Only?: boolean
  /** Closes the app when the signal aborts. */
  signal?: AbortSignal
  /**
   * Signals of the process, such as `['SIGTERM', 'SIGINT']`. The first signal closes the app: accepted requests are answered, and closing hooks run.
   * The process then ends by itself, with the code 0, or 1 if closing failed. A second signal ends the process at once, as in Node, even as PID 1.
   * Default: none; the first signal ends the process.
   */
  closeOn?: readonly ClosingSignal[]
  /** Makes the log line for each address on which the server listens. */
  listenTextResolver?: (address: string) => string
}

type ClosingSignal = Exclude<NodeJS.Signals, 'SIGKILL' | 'SIGSTOP'>

export type Listened<Called> = (error: Error | null, address: string) => Called

// biome-ignore lint/suspicious/noConfusingVoidType: what a method returns
export type Listening<Called> = [Called] extends [WithoutCallback] ? Promise<string> : void

export interface WithoutCallback {
  readonly ' called': never
}

/** The Node server of an app. */
export type RawServer = Server
