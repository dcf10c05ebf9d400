// One mistake for each code, made by somebody whom no compiler stops.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { espalier } from 'espalier'

type Call = (...values: unknown[]) => unknown

/** An app as a program in JavaScript knows it. */
type Loose = Record<string, Call>

const make = espalier as unknown as (options?: unknown) => Loose
const handler = () => 'ok'
const takesDone = async (_request: unknown, _reply: unknown, _payload: unknown, _done: unknown) => {}

const options: Record<string, Call> = {
  FST_ERR_OPTIONS_NOT_OBJ: () => make('text'),
  FST_ERR_INIT_OPTS_INVALID: () => make({ bodyLimit: '1mb' }),
  FST_ERR_QSP_NOT_FN: () => make({ routerOptions: { querystringParser: 'text' } }),
  FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN: () => make({ schemaController: { bucket: 'text' } }),
  FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN: () => make({ schemaErrorFormatter: 'text' }),
  FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ: () => make({ ajv: { customOptions: 'text' } }),
  FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR: () => make({ ajv: { plugins: 'text' } }),
  ESP_ERR_ARGUMENT_INVALID: () => make({ serverFactory: () => undefined })
}

const declarations: Record<string, (app: Loose) => unknown> = {
  FST_ERR_LISTEN_OPTIONS_INVALID: (app) => app.listen?.(3000),
  FST_ERR_ERROR_HANDLER_NOT_FN: (app) => app.setErrorHandler?.('text'),
  FST_ERR_CTP_INVALID_TYPE: (app) => app.addContentTypeParser?.(5, handler),
  FST_ERR_CTP_EMPTY_TYPE: (app) => app.addContentTypeParser?.('', handler),
  FST_ERR_CTP_INVALID_HANDLER: (app) => app.addContentTypeParser?.('text/csv', {}),
  FST_ERR_CTP_INVALID_PARSE_TYPE: (app) => app.addContentTypeParser?.('text/csv', { parseAs: 'text' }, handler),
  FST_ERR_DEC_ALREADY_PRESENT: (app) => app.decorateRequest?.('query', 1),
  FST_ERR_DEC_DEPENDENCY_INVALID_TYPE: (app) => app.decorate?.('name', 1, 'text'),
  FST_ERR_DEC_MISSING_DEPENDENCY: (app) => app.decorate?.('name', 1, ['db']),
  FST_ERR_DEC_REFERENCE_TYPE: (app) => app.decorateReply?.('list', []),
  FST_ERR_DEC_UNDECLARED: (app) => app.getDecorator?.('db'),
  FST_ERR_HOOK_INVALID_HANDLER: (app) => app.addHook?.('onClose', 'text'),
  FST_ERR_HOOK_INVALID_ASYNC_HANDLER: (app) => app.addHook?.('onSend', takesDone),
  FST_ERR_SCH_MISSING_ID: (app) => app.addSchema?.({ type: 'object' }),
  ESP_ERR_SCHEMA_NOT_VISIBLE: (app) => app.ref?.('address#'),
  FST_ERR_INVALID_URL: (app) => app.get?.(5, handler),
  FST_ERR_ROUTE_OPTIONS_NOT_OBJ: (app) => app.get?.('/', 'text', handler),
  FST_ERR_ROUTE_DUPLICATED_HANDLER: (app) => app.get?.('/', { handler }, handler),
  FST_ERR_ROUTE_HANDLER_NOT_FN: (app) => app.get?.('/', { errorHandler: 'text' }, handler),
  FST_ERR_ROUTE_MISSING_HANDLER: (app) => app.get?.('/'),
  FST_ERR_ROUTE_METHOD_INVALID: (app) => app.route?.({ url: '/', handler }),
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: (app) => app.route?.({ method: 'FETCH', url: '/', handler }),
  FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED: (app) => app.get?.('/', { schema: { body: {} } }, handler),
  FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT: (app) => app.post?.('/', { bodyLimit: '1mb' }, handler),
  FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT: (app) => app.get?.('/', { handlerTimeout: -1 }, handler),
  FST_ERR_PLUGIN_NOT_VALID: (app) => app.register?.({})
}

/** What is seen while the app boots: once when it is declared, and again by everybody who waits. */
const boots: Record<string, (app: Loose) => unknown> = {
  FST_ERR_HOOK_INVALID_TYPE: (app) => app.addHook?.(5, handler),
  FST_ERR_HOOK_NOT_SUPPORTED: (app) => app.addHook?.('onrequest', handler),
  FST_ERR_SCH_CONTENT_MISSING_SCHEMA: (app) =>
    app.post?.('/', { schema: { body: { content: { 'text/csv': {} } } } }, handler),
  FST_ERR_SCH_DUPLICATE: (app) => app.get?.('/', { schema: { query: {}, querystring: {} } }, handler),
  FST_ERR_PLUGIN_INVALID_ASYNC_HANDLER: (app) =>
    app.register?.(async (_app: unknown, _: unknown, _done: unknown) => {}),
  FST_ERR_PLUGIN_TIMEOUT: (app) => app.register?.((_app: unknown, _options: unknown, _done: unknown) => {}),
  FST_ERR_HOOK_TIMEOUT: (app) => app.addHook?.('onReady', (_done: unknown) => {}),
  ESP_ERR_PLUGIN_META_INVALID: (app) => app.register?.(withMeta({ dependencies: 'cookie' })),
  FST_ERR_PLUGIN_VERSION_MISMATCH: (app) => app.register?.(withMeta({ fastify: '4.x' })),
  FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED: (app) => app.register?.(withMeta({ dependencies: ['cookie'] })),
  FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE: (app) => app.register?.(withMeta({ decorators: { reply: ['view'] } }))
}

function withMeta(meta: object): Call {
  return Object.assign(async () => {}, { [Symbol.for('plugin-meta')]: { name: 'made', ...meta } })
}

const twice: Record<string, (app: Loose) => unknown> = {
  FST_ERR_ERROR_HANDLER_ALREADY_SET: (app) => app.setErrorHandler?.(handler),
  ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET: (app) => app.setNotFoundHandler?.(handler),
  FST_ERR_CTP_ALREADY_PRESENT: (app) => app.addContentTypeParser?.('text/csv', handler),
  FST_ERR_SCH_ALREADY_PRESENT: (app) => app.addSchema?.({ $id: 'address' }),
  FST_ERR_DEC_ALREADY_PRESENT: (app) => app.decorate?.('db', 1),
  FST_ERR_DUPLICATED_ROUTE: (app) => app.get?.('/', handler)
}

type Handle = (request: Loose, reply: Loose) => unknown

const answers: Record<string, Handle> = {
  FST_ERR_BAD_STATUS_CODE: (_request, reply) => reply.code?.(700),
  FST_ERR_BAD_TRAILER_NAME: (_request, reply) => reply.trailer?.('content-length', handler),
  FST_ERR_BAD_TRAILER_VALUE: (_request, reply) => reply.trailer?.('etag', 'text'),
  FST_ERR_DEC_UNDECLARED: (request) => request.setDecorator?.('user', 1),
  FST_ERR_REP_INVALID_PAYLOAD_TYPE: (_request, reply) => {
    reply.type?.('text/plain')
    return {}
  },
  FST_ERR_MISSING_SERIALIZATION_FN: (_request, reply) => reply.serializeInput?.({}, 201),
  FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN: (_request, reply) => reply.serializeInput?.({}, 201, 'a/b'),
  FST_ERR_REQ_INVALID_VALIDATION_INVOCATION: (request) => request.validateInput?.({}, 'body'),
  FST_ERR_REP_RESPONSE_BODY_CONSUMED: async () => {
    const response = new Response('text')
    await response.text()
    return response
  },
  FST_ERR_REP_READABLE_STREAM_LOCKED: () => {
    const stream = new ReadableStream()
    stream.getReader()
    return stream
  }
}

async function codeOf(run: () => unknown): Promise<unknown> {
  try {
    await run()
  } catch (error) {
    return (error as { code?: unknown }).code
  }
  return undefined
}

describe('every mistake has its code', () => {
  for (const [code, make] of Object.entries(options))
    test(`${code} is thrown where the app is made`, async () => assert.equal(await codeOf(make), code))

  for (const [code, declare] of Object.entries(declarations))
    test(`${code} is thrown at once`, async () => {
      const app = make()
      assert.equal(await codeOf(() => declare(app)), code)
      await app.close?.()
    })

  for (const [code, declare] of Object.entries(twice))
    test(`${code} is thrown where it is declared again`, async () => {
      const app = make({ allowErrorHandlerOverride: false })
      declare(app)
      assert.equal(await codeOf(() => declare(app)), code)
      await app.close?.()
    })

  for (const [code, declare] of Object.entries(boots))
    test(`${code} stops the boot`, async () => {
      const app = make({ pluginTimeout: 50 })
      declare(app)
      assert.equal(await codeOf(() => app.ready?.()), code)
      await app.close?.()
    })

  for (const [code, handle] of Object.entries(answers))
    test(`${code} answers 500`, async () => {
      const app = make()
      app.get?.('/', handle)
      const answer = (await app.inject?.('/')) as { statusCode: number; json(): { code: string } }
      assert.deepEqual([answer.statusCode, answer.json().code], [500, code])
      await app.close?.()
    })

  test('FST_ERR_ROOT_PLG_BOOTED is thrown where a plugin is registered after ready', async () => {
    const app = make()
    await app.ready?.()
    assert.equal(await codeOf(() => app.register?.(async () => {})), 'FST_ERR_ROOT_PLG_BOOTED')
    await app.close?.()
  })

  test('FST_ERR_REOPENED_SERVER is what a second listen rejects with', async () => {
    const app = make()
    await app.listen?.({ port: 0 })
    assert.equal(await codeOf(() => app.listen?.({ port: 0 })), 'FST_ERR_REOPENED_SERVER')
    await app.close?.()
  })
})
