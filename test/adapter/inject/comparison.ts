/** Makes the same call by `app.inject` and by the published light-my-request, and records everything visible of both results. */
import { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import inject from 'light-my-request'
import type { App, InjectOptions, InjectResponse } from '../../../types/index.ts'

const { inject: own }: { inject: typeof inject } = createRequire(import.meta.url)('#light-my-request')

export type Options = Readonly<Record<string, unknown>> | string

export interface Outcomes {
  readonly ours: unknown
  readonly theirs: unknown
}

export function callEngine(app: App, options: Options): PromiseLike<unknown> {
  const call = inject as unknown as (listener: unknown, options: Options) => PromiseLike<unknown>
  return call((app as unknown as { routing: unknown }).routing, options)
}

export async function callBoth(app: App, options: Options, note: { values: unknown[] }): Promise<Outcomes> {
  const seen = async (engine: typeof inject, call: () => PromiseLike<unknown>) => {
    note.values = []
    const outcome = await settle(engine, call)
    return { outcome, notes: note.values }
  }
  return {
    ours: await seen(own, () => app.inject(options as InjectOptions)),
    theirs: await seen(inject, () => callEngine(app, options))
  }
}

async function settle(engine: typeof inject, call: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    return describe(engine, (await call()) as InjectResponse)
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException
    return { name, message, code }
  }
}

function describe(engine: typeof inject, result: InjectResponse) {
  const { statusCode, statusMessage, headers, payload, body, rawPayload, trailers, cookies } = result
  return {
    keys: Object.keys(result),
    ...{ statusCode, statusMessage, payload, body, trailers, cookies },
    // The two calls may run in different seconds.
    headers: Object.entries({ ...headers, ...('date' in headers && { date: typeof headers.date }) }),
    rawPayload: rawPayload?.toString('hex'),
    json: attempt(() => result.json()),
    stream: attempt(() => result.stream() instanceof Readable),
    raw: { keys: Object.keys(result.raw), ...describeMessages(engine, result) }
  }
}

function describeMessages(engine: typeof inject, { raw: { req, res } }: InjectResponse) {
  const request = req as IncomingMessage & Record<string, unknown>
  return {
    response: [res.statusCode, res.statusMessage, res.headersSent, res.writableEnded, res.finished, res.destroyed],
    responseHeaders: Object.entries(res.getHeaders()),
    responseClass: [res instanceof ServerResponse, res.constructor.name, res.req === req],
    request: [request.url, request.method, request.headers, request.rawHeaders, request.httpVersion, request.aborted],
    requestState: [request.readableEnded, request.destroyed, request.isLightMyRequest, request.socket.remoteAddress],
    requestClass: [request instanceof IncomingMessage, request instanceof Readable, engine.isInjection(request)]
  }
}

function attempt(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return (error as Error).message
  }
}
