/** To watch an app, this module adds hooks when espalier publishes it on the diagnostics channel `fastify.initialization`. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { keyOf, schemaOf } from './declared.ts'
import { unseenIn, writeRecord } from './record.ts'
import { faultOf } from './validate-body.ts'

const channel = 'fastify.initialization'

export interface Answers {
  /** A sentence for each response whose body does not match its declared schema. */
  readonly faults: readonly string[]
  /** Returns a sentence for each declared status that was never sent, and for each route that received no request. */
  unseen(): string[]
  /** Throws if a response was invalid. @throws Error whose message describes all invalid responses */
  check(): void
  /** After this call, new apps are not watched, and invalid responses do not change the exit code. */
  stop(): void
}

interface WatchedApp {
  addHook(name: 'onRoute', hook: (route: { method: string | readonly string[]; url: string }) => void): unknown
  addHook(
    name: 'onSend',
    hook: (request: WatchedRequest, reply: WatchedReply, payload: unknown) => Promise<unknown>
  ): unknown
}

interface WatchedRequest {
  readonly method: string
  readonly routeOptions: { readonly url?: string; readonly schema?: { readonly response?: object } }
  readonly server: { getSchemas(): Readonly<Record<string, unknown>> }
}

interface WatchedReply {
  readonly statusCode: number
  getHeader(name: string): unknown
}

/**
 * From now on, validates the responses of new apps by their declared schemas, and records which declared statuses are sent.
 *
 * If a response was invalid, the process prints a message at its end, and exits with 1. The record is written to `folder`, for `unseenAnswers`.
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

// Frameworks and plugins add most HEAD and OPTIONS routes, so the application needs no tests for them.
const isWatched = (method: string) => method !== 'HEAD' && method !== 'OPTIONS'

type Statuses = Record<string, boolean>

function watchApp(app: WatchedApp, record: Record<string, Statuses>, faults: Set<string>): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (isWatched(one)) record[`${one} ${url}`] ??= {}
  })
  // The hook is the first `onSend` hook of the app, so it gets the body before a later hook compresses it.
  app.addHook('onSend', async (request, reply, payload) => {
    const { url, schema } = request.routeOptions
    if (url === undefined || !isWatched(request.method)) return payload
    const route = `${request.method} ${url}`
    record[route] ??= {}
    if (schema?.response === undefined) {
      // The route has no response schemas. The status is recorded all the same, because an empty record means that the route received no request.
      record[route][reply.statusCode] = true
      return payload
    }
    const fault = recordStatus(record[route], Object(schema.response), request, reply, payload)
    if (fault !== undefined)
      faults.add(`${route} answered ${reply.statusCode} with a body that its schema refuses: ${fault}.`)
    return payload
  })
}

/** Records the status. @returns a description of the fault, if the body does not match its schema */
function recordStatus(
  statuses: Statuses,
  responses: Readonly<Record<string, unknown>>,
  { server }: WatchedRequest,
  reply: WatchedReply,
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
