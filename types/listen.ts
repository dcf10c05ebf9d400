import type { Server } from 'node:http'
import type { Refusal } from './refusal.ts'

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
  readableAll?: boolean
  writableAll?: boolean
  ipv6Only?: boolean
  /** Closes the app when it aborts. */
  signal?: AbortSignal
  /** Makes the log line of an address. */
  listenTextResolver?: (address: string) => string
}

/** Called with the first address, or with what kept the app from listening. */
export type ListenCallback = (error: Error | null, address: string) => void

/** What `listen` takes alone. */
// One signature with a choice: of two, messages would speak of overloads.
export type ListenArgument<Given> = unknown extends Given
  ? ListenOptions | ListenCallback
  : Given extends number | string
    ? Refusal<`listen takes options: listen({ port: ${Given} })`>
    : Given extends (...result: never) => unknown
      ? ListenCallback & Given
      : ListenOptions

/** The server below an app. */
export type RawServer = Server
