/** Watches the responses of all apps of a process, through the channel on which espalier publishes each app. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { keyOf, schemaOf } from './declared.ts'
import { faultOf } from './judge.ts'
import { unseenIn, writeRecord } from './record.ts'

const channel = 'fastify.initialization'

export interface Answers {
  /** A sentence for each response whose body does not match its declared schema. */
  readonly faults: readonly string[]
  /** Returns a sentence for each declared status that was never sent, and for each route without a request. */
  unseen(): string[]
  /** @throws Error with all faults, if there are any */
  check(): void
  /** Stops watching later apps, and does not change the exit code any more. */
  stop(): void
}

interface WatchedApp {
  addHook(name: 'onRoute', hook: (route: Route) => void): unknown
  addHook(name: 'onSend', hook: (request: Asked, reply: Answered, payload: unknown) => Promise<unknown>): unknown
}

interface Route {
  readonly method: string | readonly string[]
  readonly url: string
}

interface Asked {
  readonly method: string
  readonly routeOptions: { readonly url?: string; readonly schema?: { readonly response?: object } }
  readonly server: { getSchemas(): Readonly<Record<string, unknown>> }
}

interface Answered {
  readonly statusCode: number
  getHeader(name: string): unknown
}

/**
 * Validates every response of apps that are made from now on by its declared schema, and records which declared statuses are sent.
 *
 * When the process ends, faults are printed and its exit code is 1. With `folder`, the statuses are written there, for `unseenAnswers`.
 *
 * @example
 * // test/watch.ts, for: node --import ./test/watch.ts --test
 * watchAnswers({ folder: '.answers' })
 */
export function watchAnswers({ folder }: { readonly folder?: string } = {}): Answers {
  const record: Record<string, Record<string, boolean>> = {}
  const faults = new Set<string>()
  const watch = (message: unknown) => watchApp((message as { fastify: WatchedApp }).fastify, record, faults)
  subscribe(channel, watch)
  const atExit = () => {
    if (folder !== undefined && Object.keys(record).length > 0) writeRecord(folder, record)
    if (faults.size === 0) return
    process.exitCode = 1
    console.error([...faults].join('\n'))
  }
  process.once('exit', atExit)
  return {
    get faults() {
      return [...faults]
    },
    unseen: () => unseenIn(record),
    check() {
      if (faults.size > 0) throw new Error([...faults].join('\n'))
    },
    stop() {
      unsubscribe(channel, watch)
      process.off('exit', atExit)
    }
  }
}

// HEAD routes are made by the framework for each GET route.
const isWatched = (method: string) => method !== 'HEAD' && method !== 'OPTIONS'

type Statuses = Record<string, boolean>

function watchApp(app: WatchedApp, record: Record<string, Statuses>, faults: Set<string>): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (isWatched(one)) record[`${one} ${url}`] ??= {}
  })
  // The first `onSend` hook, because others may compress the body.
  app.addHook('onSend', async (request, reply, payload) => {
    const { url, schema } = request.routeOptions
    if (url === undefined || !isWatched(request.method)) return payload
    const route = `${request.method} ${url}`
    record[route] ??= {}
    if (schema?.response === undefined) {
      // A route without statuses counts as one without a request.
      record[route][reply.statusCode] = true
      return payload
    }
    const fault = note(record[route], Object(schema.response), request, reply, payload)
    if (fault !== undefined)
      faults.add(`${route} answered ${reply.statusCode} with a body that its schema refuses: ${fault}.`)
    return payload
  })
}

/** Records the status of a response, and returns the error of its body. */
function note(
  statuses: Statuses,
  responses: Readonly<Record<string, unknown>>,
  { server }: Asked,
  reply: Answered,
  payload: unknown
): string | undefined {
  for (const status of Object.keys(responses)) statuses[status] ??= false
  const key = keyOf(responses, reply.statusCode)
  if (key === undefined) return undefined
  statuses[key] = true
  const declared = schemaOf(responses, key, reply.getHeader('content-type'))
  return declared === undefined || typeof payload !== 'string'
    ? undefined
    : faultOf(payload, declared, server.getSchemas())
}
