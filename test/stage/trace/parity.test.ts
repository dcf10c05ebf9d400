/**
 * Failures in both frameworks over a socket: random stages that pass, respond or fail, before and after the head of the
 * response. Both publish the same on the tracing channels, and call the same hooks and error handlers with the same errors.
 */
import assert from 'node:assert/strict'
import diagnostics from 'node:diagnostics_channel'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../fuzz/budget.ts'
import { makeFastify } from '../../parity/frameworks.ts'
import { type Anything, createApp, type Wild } from '../../security/wild.ts'

const names = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const

const acts = [
  'pass',
  'throw',
  'send',
  'send and throw',
  'begin and throw',
  'fail later',
  'begin and fail later'
] as const
type Act = (typeof acts)[number]

const handlerActs = ['send', 'throw', 'begin and throw', 'fail later', 'begin and fail later'] as const

interface Program {
  readonly onRequest: Act
  readonly preValidation: Act
  readonly preHandler: readonly Act[]
  readonly handler: (typeof handlerActs)[number]
  readonly errorHandlers: readonly ('ends' | 'throws' | 'throws later' | 'ends later' | 'sends')[]
  readonly onError: 'none' | 'looks' | 'fails'
  readonly style: 'async' | 'callback'
}

const program: fc.Arbitrary<Program> = fc.record({
  onRequest: fc.oneof({ weight: 4, arbitrary: fc.constant('pass' as const) }, fc.constantFrom(...acts)),
  preValidation: fc.oneof({ weight: 4, arbitrary: fc.constant('pass' as const) }, fc.constantFrom(...acts)),
  preHandler: fc.array(fc.constantFrom(...acts), { maxLength: 2 }),
  handler: fc.constantFrom(...handlerActs),
  errorHandlers: fc.array(
    fc.constantFrom(
      'ends' as const,
      'throws' as const,
      'throws later' as const,
      'ends later' as const,
      'sends' as const
    ),
    {
      maxLength: 2
    }
  ),
  onError: fc.constantFrom('none', 'looks', 'fails'),
  style: fc.constantFrom('async', 'callback')
})

const later = () => new Promise((resolve) => setImmediate(resolve))

function begin(act: Act | Program['handler'], reply: Wild): void {
  if (act.startsWith('send')) reply.code(202).send('sent')
  else if (act.startsWith('begin')) {
    reply.raw.writeHead(200, { 'content-type': 'text/plain' })
    reply.raw.write('begun ')
  }
}

function toHook(act: Act, style: Program['style'], name: string): Anything {
  const error = new Error(name)
  const fails = act.endsWith('throw') || act.endsWith('later')
  if (style === 'callback')
    return (_request: unknown, reply: Wild, done: (error?: Error) => void) => {
      begin(act, reply)
      if (!fails) return act === 'send' ? undefined : done()
      if (act.endsWith('later')) setImmediate(() => done(error))
      else done(error)
    }
  return async (_request: unknown, reply: Wild) => {
    begin(act, reply)
    if (act.endsWith('later')) await later()
    if (fails) throw error
    return act === 'send' ? reply : undefined
  }
}

const errorHandlers: Record<Program['errorHandlers'][number], (error: Error, reply: Wild) => unknown> = {
  ends(_error, reply) {
    if (!reply.raw.headersSent) reply.raw.writeHead(500)
    reply.raw.end('ended')
  },
  throws(error) {
    throw new Error(`${error.message} again`)
  },
  async 'throws later'(error) {
    await later()
    throw new Error(`${error.message} again`)
  },
  async 'ends later'(_error, reply) {
    await later()
    if (!reply.raw.headersSent) reply.raw.writeHead(500)
    reply.raw.end('ended')
  },
  sends(_error, reply) {
    reply.code(500).send('the error handler')
  }
}

/** Declares a program that notes its calls in `seen`. */
function declare(
  app: Wild,
  { onRequest, preValidation, preHandler, handler, style, onError, ...rest }: Program,
  seen: string[]
): void {
  const [outer, inner] = rest.errorHandlers
  const toHandler = (kind: Program['errorHandlers'][number]) => (error: Error, _request: unknown, reply: Wild) => {
    seen.push(`${kind}: ${error.message}`)
    return errorHandlers[kind](error, reply)
  }
  if (onError !== 'none')
    app.addHook('onError', async (_request: unknown, _reply: unknown, error: Error) => {
      seen.push(`onError: ${error.message}`)
      if (onError === 'fails') throw new Error('of onError')
    })
  app.addHook('onRequest', toHook(onRequest, style, 'onRequest'))
  app.addHook('preValidation', toHook(preValidation, style, 'preValidation'))
  for (const [index, act] of preHandler.entries()) app.addHook('preHandler', toHook(act, style, `preHandler ${index}`))
  if (outer !== undefined) app.setErrorHandler(toHandler(outer))
  const fails = handler !== 'send'
  const own = inner === undefined ? {} : { errorHandler: toHandler(inner) }
  app.get('/', own, (_request: unknown, reply: Wild) => {
    seen.push('handler')
    begin(handler, reply)
    if (handler.endsWith('later')) return later().then(() => Promise.reject(new Error('handler')))
    if (fails) throw new Error('handler')
  })
}

/** Sends one request over a socket. @returns the calls, the published events and the response */
async function observe(app: Wild, program: Program): Promise<unknown> {
  const seen: string[] = []
  declare(app, program, seen)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const stop = names.map((name) => {
    const channel = `tracing:fastify.request.handler:${name}`
    const note = (trace: Anything) => void seen.push(name === 'error' ? `error: ${trace.error.message}` : name)
    diagnostics.subscribe(channel, note)
    return () => diagnostics.unsubscribe(channel, note)
  })
  try {
    const answer = await fetch(origin).catch(() => null)
    const body = await answer?.text().catch(() => 'broken off')
    // Promises of an exchange may settle after its response.
    for (let turn = 0; turn < 10; turn++) await later()
    // Fastify's own response to an error after the head fails because of that head, and its hooks see that failure, too.
    const shown = seen.filter((line) => !line.endsWith('after they are sent to the client'))
    return { seen: shown, status: answer?.status ?? 'broken off', body }
  } finally {
    for (const off of stop) off()
    await app.close()
  }
}

test('tracing channels, onError hooks and error handlers report a failure at any stage as in Fastify', async () => {
  await fc.assert(
    fc.asyncProperty(program, async (drawn) => {
      const fastify = await observe(makeFastify({ forceCloseConnections: true }), drawn)
      const { app } = createApp({ exposeErrors: true, compat: 'fastify', forceCloseConnections: true })
      assert.deepEqual(await observe(app, drawn), fastify)
    }),
    budget(150)
  )
})
