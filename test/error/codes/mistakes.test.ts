import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boots, type Call, declarations, handler, type Loose, make, twice } from '../refusals.ts'

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

describe('error codes', () => {
  for (const [code, make] of Object.entries(options))
    test(`${code} is thrown when the application is created`, async () => assert.equal(await codeOf(make), code))

  for (const [code, declare] of Object.entries(declarations))
    test(`${code} is thrown by the declaration`, async () => {
      const app = make()
      assert.equal(await codeOf(() => declare(app)), code)
      await app.close?.()
    })

  for (const [code, declare] of Object.entries(twice))
    test(`${code} is thrown by the second declaration`, async () => {
      const app = make({ allowErrorHandlerOverride: false })
      declare(app)
      assert.equal(await codeOf(() => declare(app)), code)
      await app.close?.()
    })

  for (const [code, declare] of Object.entries(boots))
    test(`${code} fails the boot`, async () => {
      const app = make({ pluginTimeout: 50 })
      declare(app)
      assert.equal(await codeOf(() => app.ready?.()), code)
      await app.close?.()
    })

  for (const [code, handle] of Object.entries(answers))
    test(`${code} is the code of a response with status 500`, async () => {
      const app = make()
      app.get?.('/', handle)
      const answer = (await app.inject?.('/')) as { statusCode: number; json(): { code: string } }
      assert.deepEqual([answer.statusCode, answer.json().code], [500, code])
      await app.close?.()
    })

  test('FST_ERR_ROOT_PLG_BOOTED is thrown when a plugin is registered after ready', async () => {
    const app = make()
    await app.ready?.()
    assert.equal(await codeOf(() => app.register?.(async () => {})), 'FST_ERR_ROOT_PLG_BOOTED')
    await app.close?.()
  })

  test('FST_ERR_REOPENED_SERVER is the code with which a second listen rejects', async () => {
    const app = make()
    await app.listen?.({ port: 0 })
    assert.equal(await codeOf(() => app.listen?.({ port: 0 })), 'FST_ERR_REOPENED_SERVER')
    await app.close?.()
  })
})
