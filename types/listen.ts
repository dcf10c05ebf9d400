import type { Server } from 'node:http'

/** Where to listen: the options of Node's `server.listen`, and of espalier. */
export interface ListenOptions {
  /** 0 by default: any free port. */
  port?: number
  /** `localhost` by default: every address that it resolves to. */
  host?: string
  /** Path of a Unix socket, instead of port and host. */
  path?: string
  /** The number of connections that may wait to be accepted. Default: Node's, 511. */
  backlog?: number
  /** Whether workers of a cluster do not share the address. Default: false. */
  exclusive?: boolean
  /**
   * Whether other processes may listen at the same port: the system distributes connections (SO_REUSEPORT). Needs Node 22.12 or 23.1, and a system with
   * support, such as Linux. Default: false.
   */
  reusePort?: boolean
  /**
   * In milliseconds: how long idle connections stay open when the app closes. A request that arrives meanwhile is answered, as the last of its
   * connection. New connections are refused, and no client gets a 503. Event streams are ended one by one in that time, so that clients do not all
   * reconnect at once. Default: 0, they are closed at once.
   */
  drain?: number
  /**
   * In milliseconds: the time between a signal of `closeOn` and closing. `app.state` is `draining`, so that readiness fails, while requests are still
   * accepted. Choose more than a load balancer needs to notice. Default: 0.
   */
  notice?: number
  /**
   * In milliseconds after a signal of `closeOn`: a running process is then ended with the code 1, and the log lists what kept it alive. Default: no limit; the process ends by itself.
   */
  within?: number
  readableAll?: boolean
  writableAll?: boolean
  ipv6Only?: boolean
  /** Closes the app when the signal aborts. */
  signal?: AbortSignal
  /**
   * Signals of the process, such as `['SIGTERM', 'SIGINT']`. The first one closes the app: accepted requests are answered, and closing hooks run. The
   * process then ends by itself, with the code 0, or 1 if closing failed. A second signal ends it at once, as in Node, even as PID 1. Default: none, so
   * the first one ends it.
   */
  closeOn?: readonly ClosingSignal[]
  /** Makes the log line of an address. */
  listenTextResolver?: (address: string) => string
}

/** A signal that a process can listen for. */
type ClosingSignal = Exclude<NodeJS.Signals, 'SIGKILL' | 'SIGSTOP'>

/** A callback with the result `Called`. */
export type Listened<Called> = (error: Error | null, address: string) => Called

/** The result of `listen`: a promise, unless there is a callback. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a method returns
export type Listening<Called> = [Called] extends [WithoutCallback] ? Promise<string> : void

/** Represents a call without a callback. */
export interface WithoutCallback {
  readonly ' called': never
}

/** Node's server of an app. */
export type RawServer = Server
