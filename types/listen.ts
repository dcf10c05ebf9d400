import type { Server } from 'node:http'

/** Where to listen: what Node's `server.listen` takes, and how addresses are logged. */
export interface ListenOptions {
  /** 0 by default: any free port. */
  port?: number
  /** `localhost` by default: every address that it resolves to. */
  host?: string
  /** Path of a Unix socket, instead of port and host. */
  path?: string
  /** Most connections that wait to be accepted. Default: Node's, 511. */
  backlog?: number
  /** Whether workers of a cluster do not share the address. Default: false. */
  exclusive?: boolean
  /**
   * Whether other processes may listen at the same port: the system spreads connections over them (SO_REUSEPORT). Needs Node 22.12 or 23.1, and a
   * system that has it, such as Linux. Default: false.
   */
  reusePort?: boolean
  /**
   * When the app closes: milliseconds for which connections without a request are kept. A request on its way is then answered, as the last of its
   * connection. New connections are refused, and no client gets a 503. Event streams are cut off one after the other in that time,
   * so that their readers do not all reconnect at once. Default: 0, they are closed at once.
   */
  drain?: number
  /**
   * At a signal of `closeOn`: milliseconds before the app begins to close. `app.state` is `draining` from then on, so that readiness fails, and everything
   * is still accepted. Longer than a balancer needs to notice. Default: 0.
   */
  notice?: number
  /**
   * From a signal of `closeOn` on: milliseconds after which a process that goes on is ended with the code 1. The log says what keeps it. Default: no
   * bound, and the process ends when nothing is left to do.
   */
  within?: number
  readableAll?: boolean
  writableAll?: boolean
  ipv6Only?: boolean
  /** Closes the app when it aborts. */
  signal?: AbortSignal
  /**
   * Signals of the process, such as `['SIGTERM', 'SIGINT']`. The first one closes the app: accepted requests are answered, and closing hooks run. The
   * process then ends by itself, with the code 0, or 1 where closing failed. A second signal ends it at once, as Node does by default, also
   * where it is PID 1. Default: none, so the first one ends it.
   */
  closeOn?: readonly ClosingSignal[]
  /** Makes the log line of an address. */
  listenTextResolver?: (address: string) => string
}

/** A signal that a process can hear. */
type ClosingSignal = Exclude<NodeJS.Signals, 'SIGKILL' | 'SIGSTOP'>

/** A callback, of which `Called` is what it returns. */
export type Listened<Called> = (error: Error | null, address: string) => Called

/** The result of `listen`: a promise, unless it was given a callback. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a method returns
export type Listening<Called> = [Called] extends [WithoutCallback] ? Promise<string> : void

/** Stands for a call without a callback. */
export interface WithoutCallback {
  readonly ' called': never
}

/** The server below an app. */
export type RawServer = Server
