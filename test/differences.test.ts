// At least one test for each row of docs/coming-from-fastify.md: an intended difference from Fastify, and the option that restores Fastify's behaviour.
// More tests of rows 9 to 12 are in test/http-semantics/.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, type TestContext, test } from 'node:test'
import { espalier, Type } from 'espalier'
import fastify, { type FastifyReply } from 'fastify'
import type { Validate } from '../src/schema/validator.ts'
import { within } from './environment.ts'
import { holdClock } from './held-clock.ts'
import { createApp, createLog, defer, holdRoot, type LooseApp } from './http-semantics/app.ts'
import { ask, converse, lastRequest } from './http-semantics/raw.ts'

test('every row of docs/coming-from-fastify.md has a test here', () => {
  const rows = (path: string, pattern: RegExp) =>
    new Set([...readFileSync(path, 'utf8').matchAll(pattern)].map(([, row]) => Number(row)))
  const documented = rows('docs/coming-from-fastify.md', /^\| (\d+) \|/gm)
  const tested = rows('test/differences.test.ts', /'row (\d+):/g)
  assert.deepEqual(
    [...tested].sort((a, b) => a - b),
    [...documented]
  )
})

const json = { 'content-type': 'application/json' }
const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code

describe('row 1: the schema shorthand', () => {
  test('a response schema of fields filters undeclared fields', async (t) => {
    const app = createApp(t)
    app.get('/', { schema: { response: { 200: { a: { type: 'string' } } } } }, () => ({ a: 'x', secret: 1 }))
    assert.equal((await app.inject('/')).body, '{"a":"x"}')
  })

  test('TypeBox fields are required and plain fields are optional', async (t) => {
    const app = createApp(t)
    app.post('/typebox', { schema: { body: { a: Type.String() } } }, () => 'ok')
    app.post('/plain', { schema: { body: { a: { type: 'string' } } } }, () => 'ok')
    assert.equal((await app.inject({ method: 'POST', url: '/typebox', payload: {} })).statusCode, 400)
    assert.equal((await app.inject({ method: 'POST', url: '/plain', payload: {} })).statusCode, 200)
  })
})

describe('row 1: fields named like keywords', () => {
  const schema = { response: { 200: { items: { type: 'array' } } } }

  test('fail the boot with both meanings in the message', async (t) => {
    const app = createApp(t)
    app.get('/', { schema }, () => ({ items: [] }))
    await assert.rejects(async () => app.ready(), {
      code: 'ESP_ERR_SCH_AMBIGUOUS',
      message: /'items'.*a list of lists/
    })
  })

  test('are a full schema with compat', async (t) => {
    const app = createApp(t, { compat: 'fastify' })
    app.get('/', { schema }, (_request, reply) => reply.send([[1]]))
    assert.equal((await app.inject('/')).body, '[[1]]')
  })
})

describe('row 2: keys of a schema', () => {
  test('an unknown key fails the boot with the nearest known key in the message', async (t) => {
    const app = createApp(t)
    app.get('/', { schema: { repsonse: {} } as object }, () => 'ok')
    await assert.rejects(async () => app.ready(), { code: 'ESP_ERR_SCH_UNKNOWN_KEY', message: /'response'/ })
  })

  test('an undefined key fails the boot', async (t) => {
    const app = createApp(t)
    app.get('/', { schema: { querystring: undefined } }, () => 'ok')
    await assert.rejects(async () => app.ready(), { code: 'ESP_ERR_SCH_UNDEFINED_KEY' })
  })

  test('compat boots with unknown keys', async (t) => {
    const app = createApp(t, { compat: 'fastify' })
    app.get('/', { schema: { repsonse: {}, tags: ['x'], 'x-own': 1 } as object }, () => 'ok')
    assert.equal((await app.inject('/')).statusCode, 200)
  })
})

describe('row 2: compilers that return a non-function', () => {
  const compile = (answer: unknown) => (() => answer) as never
  const schema = { type: 'object' }
  const parts = { body: schema, typed: { content: { 'application/json': { schema } } }, querystring: schema }

  for (const [name, part] of Object.entries(parts)) {
    const route = { url: '/', method: 'POST' as const, handler: () => 'ok' }
    const declared = { schema: { [name === 'typed' ? 'body' : name]: part } }

    test(`a validator compiler without a function for ${name} fails the boot, and with compat acts as in Fastify`, async (t) => {
      const strict = createApp(t)
      strict.route({ ...route, ...declared, validatorCompiler: compile({}) } as never)
      await assert.rejects(async () => strict.ready(), { code: 'FST_ERR_SCH_VALIDATION_BUILD' })
      for (const answer of [{}, true, false]) {
        const statuses = [createApp(t, { compat: 'fastify' }), fastify()].map(async (app) => {
          app.route({ ...route, ...declared, validatorCompiler: compile(answer) } as never)
          return (await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })).statusCode
        })
        const [ours, theirs] = await Promise.all(statuses)
        assert.equal(ours, theirs, String(answer))
      }
    })
  }

  for (const entry of [schema, parts.typed]) {
    test(`a serializer compiler without a function for ${Object.keys(entry)} fails the boot, and with compat acts as in Fastify`, async (t) => {
      const route = {
        url: '/',
        method: 'GET' as const,
        handler: () => ({ a: 1 }),
        schema: { response: { 200: entry } }
      }
      const strict = createApp(t)
      strict.route({ ...route, serializerCompiler: compile({}) } as never)
      await assert.rejects(async () => strict.ready(), { code: 'FST_ERR_SCH_SERIALIZATION_BUILD' })
      for (const answer of [{}, true, false]) {
        const statuses = [createApp(t, { compat: 'fastify' }), fastify()].map(async (app) => {
          app.route({ ...route, serializerCompiler: compile(answer) } as never)
          return (await app.inject('/')).statusCode
        })
        const [ours, theirs] = await Promise.all(statuses)
        assert.equal(ours, theirs, String(answer))
      }
    })
  }
})

describe('row 3: body schemas by media type', () => {
  const schema = { body: { content: { 'application/json': { schema: { type: 'object', required: ['a'] } } } } }
  const status = async (t: TestContext, options: object, request: object) => {
    const app = createApp(t, options)
    app.addContentTypeParser('text/x', { parseAs: 'string' }, async (_request: unknown, body: unknown) => body)
    app.post('/', { schema }, () => 'handled')
    return (await app.inject({ method: 'POST', url: '/', ...request })).statusCode
  }
  const unlisted = { payload: 'x', headers: { 'content-type': 'text/x' } }

  test('a media type without an entry gets a 415, and a missing body a 400', async (t) => {
    assert.equal(await status(t, {}, unlisted), 415)
    assert.equal(await status(t, {}, {}), 400)
  })

  test('compat accepts both without validation', async (t) => {
    assert.equal(await status(t, { compat: 'fastify' }, unlisted), 200)
    assert.equal(await status(t, { compat: 'fastify' }, {}), 200)
  })
})

describe('row 4: infinite numbers', () => {
  for (const value of ['Infinity', '-Infinity', '1e999']) {
    test(`${value} in a query is refused as a number, except with compat`, async (t) => {
      const statuses = [{}, { compat: 'fastify' as const }].map(async (options) => {
        const app = createApp(t, options)
        const querystring = { type: 'object', properties: { n: { type: 'number' } } }
        app.get('/', { schema: { querystring } }, () => 'ok')
        return (await app.inject(`/?n=${value}`)).statusCode
      })
      assert.deepEqual(await Promise.all(statuses), [400, 200])
    })
  }
})

test('row 5: required counts own properties only, except with compat', async (t) => {
  const statuses = [{}, { compat: 'fastify' as const }].map(async (options) => {
    const app = createApp(t, options)
    app.post('/', { schema: { body: { type: 'object', required: ['constructor'] } } }, () => 'ok')
    return (await app.inject({ method: 'POST', url: '/', payload: {} })).statusCode
  })
  assert.deepEqual(await Promise.all(statuses), [400, 200])
})

describe('row 6: an error handler that sets no status', () => {
  const answer = async (t: TestContext, options: object, error: object, code?: number) => {
    const app = createApp(t, options)
    app.setErrorHandler((_error, _request, reply) => (code === undefined ? reply : reply.code(code)).send('handled'))
    app.get('/', async () => {
      throw error
    })
    const { statusCode, body } = await app.inject('/')
    return `${statusCode} ${body}`
  }

  test('responds with the status of the error, or with 500', async (t) => {
    assert.equal(await answer(t, {}, new Error('x')), '500 handled')
    assert.equal(await answer(t, {}, Object.assign(new Error('x'), { statusCode: 409 })), '409 handled')
    assert.equal(await answer(t, {}, Object.assign(new Error('x'), { statusCode: 200 })), '500 handled')
  })

  test('responds with the status that the handler sets, also with 200', async (t) => {
    assert.equal(await answer(t, {}, new Error('x'), 200), '200 handled')
  })

  test('responds with 200 with compat', async (t) => {
    assert.equal(await answer(t, { compat: 'fastify' }, new Error('x')), '200 handled')
  })
})

describe('row 7: a function that settles twice', () => {
  test('a hook that calls done twice runs the handler once, and is logged with its name', async (t) => {
    const { logger, lines } = createLog()
    const app = createApp(t, { logger })
    let handled = 0
    app.register(async function twice(child) {
      child.addHook('preHandler', function eager(_request, _reply, done) {
        done()
        done()
      })
      child.get('/', async () => ++handled)
    })
    assert.equal((await app.inject('/')).body, '1')
    assert.equal(handled, 1)
    const line = lines.find(({ msg }) => msg.includes('settled twice'))
    assert.match(String(line?.msg), /preHandler hook 'eager'.*twice/)
    assert.equal(codeOf(line?.err), 'ESP_ERR_HOOK_SETTLED_TWICE')
  })

  test('a hook that fails after reply.send leaves the response unchanged', async (t) => {
    const app = createApp(t)
    app.addHook('onRequest', (_request, reply, done) => {
      reply.send('answered')
      done(new Error('too late'))
    })
    app.get('/', () => 'handler')
    const { statusCode, body } = await app.inject('/')
    assert.equal(`${statusCode} ${body}`, '200 answered')
  })

  test('a parser that calls done twice runs the handler once, and is logged with its name and plugin', async (t) => {
    const { logger, lines } = createLog()
    const app = createApp(t, { logger })
    let handled = 0
    app.register(async function reader(child) {
      child.addContentTypeParser('text/x', { parseAs: 'string' }, function greedy(_request, body, done) {
        done(null, body)
        done(new Error('second'))
      })
      child.post('/', async (request) => {
        handled++
        return request.body
      })
    })
    const reply = await app.inject({ method: 'POST', url: '/', payload: 'text', headers: { 'content-type': 'text/x' } })
    assert.equal(`${reply.statusCode} ${reply.body} ${handled}`, '200 text 1')
    assert.match(String(lines.find(({ msg }) => msg.includes('settled twice'))?.msg), /parser 'greedy' of '.*reader'/)
  })
})

test('row 13: the message of an unexpected error is logged and hidden in production, except with compat', async (t) => {
  const { logger, lines } = createLog()
  const create = () => [createApp(t, { logger }), createApp(t, { compat: 'fastify' })]
  const apps = await within({ NODE_ENV: 'production' }, create)
  for (const app of apps)
    app.get('/', async () => {
      throw new Error('secret table')
    })
  const [hidden, shown] = await Promise.all(apps.map((app) => app.inject('/')))
  assert.doesNotMatch(String(hidden?.body), /secret/)
  assert.match(String(shown?.body), /secret table/)
  assert.ok(lines.some(({ msg }) => msg === 'secret table'))
})

test('row 13: a thrown non-error is a hidden 500, and is the body with compat', async (t) => {
  const thrown = { status: 404, config: { headers: { authorization: 'Bearer key' } } }
  const askFor = async (app: LooseApp) => {
    app.get('/', () => {
      throw thrown
    })
    const { statusCode, body } = await app.inject('/')
    return [statusCode, JSON.parse(body)]
  }
  const hidden = { statusCode: 500, error: 'Internal Server Error', message: 'Internal Server Error' }
  assert.deepEqual(await askFor(createApp(t, { exposeErrors: false })), [500, hidden])
  assert.deepEqual(await askFor(createApp(t, { compat: 'fastify' })), [500, thrown])
  assert.deepEqual(await askFor(fastify() as unknown as LooseApp), [404, thrown])
})

test('row 13: an error with the member status keeps it, and hides message, code and headers, except with compat', async (t) => {
  const upstream = () =>
    Object.assign(new Error('Incorrect API key: sk-1'), { status: 401, code: 'invalid_key', headers: { 'x-up': '1' } })
  const askFor = async (app: LooseApp) => {
    app.get('/', () => {
      throw upstream()
    })
    const { statusCode, body, headers } = await app.inject('/')
    return [statusCode, JSON.parse(body).message, JSON.parse(body).code, headers['x-up']]
  }
  const theirs = [401, 'Incorrect API key: sk-1', 'invalid_key', '1']
  assert.deepEqual(await askFor(createApp(t, { exposeErrors: false })), [401, 'Unauthorized', undefined, undefined])
  assert.deepEqual(await askFor(createApp(t, { compat: 'fastify' })), theirs)
  assert.deepEqual(await askFor(fastify() as unknown as LooseApp), theirs)
})

describe('row 14: text that is not UTF-8', () => {
  const bytes = Buffer.from([0x22, 0xff, 0x22])
  const latin = { 'content-type': 'application/json; charset=iso-8859-1' }
  const statusOf = async (t: TestContext, options: object, headers: Record<string, string>) => {
    const app = createApp(t, options)
    app.post('/', () => 'ok')
    return (await app.inject({ method: 'POST', url: '/', payload: bytes, headers })).statusCode
  }

  test('invalid UTF-8 gets a 400, and another charset a 415', async (t) => {
    assert.equal(await statusOf(t, {}, json), 400)
    assert.equal(await statusOf(t, {}, latin), 415)
  })

  test('compat accepts the bytes and the charset', async (t) => {
    assert.equal(await statusOf(t, { compat: 'fastify' }, json), 200)
    assert.equal(await statusOf(t, { compat: 'fastify' }, latin), 200)
  })
})

describe('row 16: declarations on a parent after a child was loaded', () => {
  test('a hook and decorators of the app, the request and the reply reach the loaded child', async (t) => {
    const app = createApp(t)
    await app.register(async (child) => {
      child.get('/', (request, reply) => {
        const { late } = request as { late?: string }
        return `${late} ${(reply as { late?: string }).late} ${(child as { late?: string }).late} ${reply.getHeader('x-hook')}`
      })
    })
    app.decorateRequest('late', 'request')
    app.decorateReply('late', 'reply')
    app.decorate('late', 'app')
    app.addHook('onRequest', async (_request, reply) => void reply.header('x-hook', 'hook'))
    assert.equal((await app.inject('/')).body, 'request reply app hook')
  })
})

test('row 17: every declaration after ready throws its code', async (t) => {
  const app = createApp(t)
  await app.ready()
  const declarations: (() => unknown)[] = [
    () => app.decorate('x', 1),
    () => app.decorateRequest('x', 1),
    () => app.decorateReply('x', 1),
    () => app.addSchema({ $id: 'x' }),
    () => app.setErrorHandler(() => {}),
    () => app.setNotFoundHandler(() => {}),
    () => app.addContentTypeParser('text/x', async () => {}),
    () => app.get('/', () => {}),
    () => app.addHook('onRequest', async () => {}),
    () => app.register(async () => {})
  ]
  for (const declare of declarations) {
    assert.throws(declare, (error) => /^(FST|ESP|AVV)_ERR_/.test(String(codeOf(error))), String(declare))
  }
})

test('row 18: a request without a bearer token gets a challenge, and the scheme is case-insensitive', async (t) => {
  const { default: bearerAuth } = await import('espalier/bearer-auth')
  const app = createApp(t)
  await app.register(bearerAuth as never, { keys: ['key'] } as never)
  app.get('/', () => 'ok')
  const { statusCode, headers } = await app.inject('/')
  assert.equal(statusCode, 401)
  assert.match(String(headers['www-authenticate']), /^Bearer/)
  assert.equal((await app.inject({ url: '/', headers: { authorization: 'bearer key' } })).statusCode, 200)
})

test('row 19: an error whose getters throw gets a 500', async (t) => {
  const app = createApp(t)
  const get = () => {
    throw new Error('getter')
  }
  app.get('/', async () => {
    throw Object.defineProperties(new Error('x'), { statusCode: { get }, message: { get } })
  })
  assert.equal((await app.inject('/')).statusCode, 500)
})

describe('row 19: falsy errors, such as an empty text passed to done', () => {
  const values = ['', 0, false, Number.NaN]

  for (const name of ['preSerialization', 'onSend'] as const) {
    test(`a hook of ${name} that passes one to done gets a 500, and with Fastify a 200`, async (t) => {
      for (const value of values) {
        const statuses = [createApp(t), fastify()].map(async (app) => {
          app.addHook(name as 'onSend', (_request, _reply, payload, done) => done(value as never, payload))
          app.get('/', () => ({ a: 1 }))
          return (await app.inject('/')).statusCode
        })
        assert.deepEqual(await Promise.all(statuses), [500, 200], String(value))
      }
    })
  }

  test('an onReady hook that passes one to done and a plugin that rejects with one fail the boot, except with Fastify', async (t) => {
    for (const value of values) {
      const rejects = async () => {
        throw value
      }
      await assert.rejects(async () =>
        createApp(t)
          .addHook('onReady', (done) => done(value as never))
          .ready()
      )
      await assert.rejects(async () => createApp(t).register(rejects).ready())
      await fastify()
        .addHook('onReady', (done) => done(value as never))
        .register(rejects)
        .ready()
    }
  })

  test('a plugin that passes one to done is loaded', async (t) => {
    for (const value of values) {
      await createApp(t)
        .register((_app, _options, done) => done(value as never))
        .ready()
    }
  })
})

test('row 19: reply.send throws to the handler that calls it, and in a later callback fails the request', async (t) => {
  const app = createApp(t)
  let thrown: unknown
  app.get('/later', (_request, reply) => {
    setImmediate(() => reply.type('text/plain').send({ a: 1 }))
  })
  app.get('/at-once', (_request, reply) => {
    try {
      reply.type('text/plain').send({ a: 1 })
    } catch (error) {
      thrown = error
      reply.send('caught')
    }
  })
  assert.equal((await app.inject('/later')).json().code, 'FST_ERR_REP_INVALID_PAYLOAD_TYPE')
  assert.equal((await app.inject('/at-once')).body, 'caught')
  assert.equal(codeOf(thrown), 'FST_ERR_REP_INVALID_PAYLOAD_TYPE')
})

describe('row 20: schemas and data that could stop the server', () => {
  test('data too deep for the validator gets a 400', async (t) => {
    const app = createApp(t, { bodyLimit: 1e7 })
    app.addSchema({ $id: 'n', type: 'object', properties: { c: { $ref: 'n#' } } })
    app.post('/', { schema: { body: { $ref: 'n#' } } }, () => 'ok')
    const payload = `${'{"c":'.repeat(20_000)}{}${'}'.repeat(20_000)}`
    assert.equal((await app.inject({ method: 'POST', url: '/', payload, headers: json })).statusCode, 400)
  })

  test('data that a recursive union would validate 2^60 times gets a 400', { timeout: 600_000 }, async (t) => {
    const app = createApp(t)
    const kind = (k: number) => ({ type: 'integer', minimum: k, maximum: k })
    const branch = (k: number) => ({ type: 'object', properties: { c: { $ref: 'union#' }, k: kind(k) } })
    app.addSchema({ $id: 'union', oneOf: [branch(1), branch(2)] })
    app.post('/', { schema: { body: { $ref: 'union#' } } }, () => 'ok')
    // The innermost value has to be coerced, so each branch is tried.
    const payload = (depth: number) => `${'{"k":1,"c":'.repeat(depth)}{"k":"1"}${'}'.repeat(depth)}`
    const statusOf = async (depth: number) =>
      (await app.inject({ method: 'POST', url: '/', payload: payload(depth), headers: json })).statusCode
    assert.equal(await statusOf(8), 200)
    assert.equal(await statusOf(60), 400)
  })

  test('a pattern that can take exponential time fails the boot, except with compat', async (t) => {
    const schema = { body: { type: 'string', pattern: '^(a+)+$' } }
    const app = createApp(t)
    app.post('/', { schema }, () => 'ok')
    await assert.rejects(async () => app.ready(), { code: 'ESP_ERR_SCH_UNSAFE' })
    const compat = createApp(t, { compat: 'fastify' })
    compat.post('/', { schema }, () => 'ok')
    await compat.ready()
  })

  test('uniqueItems of a list of 60,000 items is checked in time', { timeout: 60_000 }, async (t) => {
    const app = createApp(t, { bodyLimit: 1e8 })
    app.post('/', { schema: { body: { type: 'array', uniqueItems: true, items: { type: 'object' } } } }, () => 'ok')
    const items = Array.from({ length: 60_000 }, (_, n) => ({ n }))
    const statusOf = async (payload: object[]) => (await app.inject({ method: 'POST', url: '/', payload })).statusCode
    assert.equal(await statusOf(items), 200)
    assert.equal(await statusOf([...items, { n: 7 }]), 400)
  })
})

describe('row 8: functions that never finish', () => {
  test('a hook that evidently never finishes fails the boot with its name and its plugin', async (t) => {
    const app = createApp(t)
    app.register(async function quiet(child) {
      child.addHook('preHandler', function tag(request: { tag?: string }) {
        request.tag = 'x'
      } as never)
      child.get('/', async () => 'ok')
    })
    await assert.rejects(async () => app.ready(), {
      code: 'ESP_ERR_NEVER_FINISHES',
      message: /preHandler hook 'tag' of '.*quiet' can never finish/
    })
  })

  test('a handler that evidently never finishes fails the boot with its name', async (t) => {
    const app = createApp(t)
    app.get('/', function silent(request) {
      request.log.info('nobody answers')
    })
    await assert.rejects(async () => app.ready(), {
      code: 'ESP_ERR_NEVER_FINISHES',
      message: /handler 'silent' of GET \/ can never finish/
    })
  })

  test('a function that may finish in a way that its text does not show boots', async (t) => {
    const app = createApp(t)
    const check = () => {}
    const hooks: unknown[] = [
      async () => {},
      (_request: unknown, _reply: unknown, done: () => void) => done(),
      (request: object) => Promise.resolve(request),
      () => {
        check()
      },
      () => {
        throw new Error('always')
      },
      (...args: unknown[]) => {
        args.length = 0
      },
      function (this: { x?: number }) {
        this.x = 1
      },
      (() => {}).bind(null)
    ]
    for (const hook of hooks) app.get(`/${hooks.indexOf(hook)}`, { onRequest: hook as never }, async () => 'ok')
    app.get('/placeholder', () => {})
    await app.ready()
  })

  test('a hook that does not finish otherwise gets a 503 after handlerTimeout, and is logged with its name', async (t) => {
    const { logger, lines } = createLog()
    const app = createApp(t, { logger, handlerTimeout: 20 })
    const forget = () => {}
    app.addHook('preHandler', function absent() {
      forget()
    } as never)
    app.get('/', async () => 'ok')
    const { statusCode, body } = await app.inject('/')
    assert.equal(statusCode, 503)
    assert.equal(JSON.parse(body).code, 'FST_ERR_HANDLER_TIMEOUT')
    assert.ok(lines.some(({ msg }) => msg.includes("preHandler hook 'absent'")))
  })

  test('compat boots with functions that never finish', async (t) => {
    const app = createApp(t, { compat: 'fastify' })
    app.get('/', { onRequest: (() => {}) as never }, async () => 'ok')
    await app.ready()
  })
})

describe('row 9: unambiguous framing', () => {
  const serve = async (t: TestContext, handler: (request: unknown, reply: FastifyReply) => unknown) => {
    const app = createApp(t)
    app.get('/', handler as never)
    return ask(await app.listen({ port: 0, host: '127.0.0.1' }), lastRequest('GET', '/'))
  }

  test('a stream longer or shorter than its Content-Length is a 500 or an aborted response', async (t) => {
    const parts = (length: number) => (_request: unknown, reply: FastifyReply) =>
      reply.header('content-length', length).send(Readable.from(['abc', 'def']))
    assert.equal((await serve(t, parts(2))).status, 500)
    await assert.rejects(serve(t, parts(4)))
    await assert.rejects(serve(t, parts(9)))
    assert.equal((await serve(t, parts(6))).body, 'abcdef')
  })

  test('Content-Length is left out beside Transfer-Encoding', async (t) => {
    const { headers } = await serve(t, (_request, reply) =>
      reply.headers({ 'content-length': 3, 'transfer-encoding': 'chunked' }).send('abc')
    )
    assert.deepEqual([headers['content-length'], headers['transfer-encoding']], [undefined, ['chunked']])
  })

  test('Connection is refused as a trailer and as an early hint', async (t) => {
    const { body } = await serve(t, (_request, reply) => {
      assert.throws(() => reply.trailer('connection', async () => 'close'), { code: 'FST_ERR_BAD_TRAILER_NAME' })
      assert.throws(() => reply.writeEarlyHints({ link: '</a>', connection: 'close' }), {
        code: 'ESP_ERR_ARGUMENT_INVALID'
      })
      return reply.send('text')
    })
    assert.equal(body, 'text')
  })

  test('a 205 has no content', async (t) => {
    const { body, headers } = await serve(t, (_request, reply) => reply.code(205).send('content'))
    assert.deepEqual([body, headers['content-length']], ['', ['0']])
  })

  test('a 304 has the Content-Length of the omitted text or of the header, and an empty text has no length', async (t) => {
    const answers = [
      await serve(t, (_request, reply) => reply.code(304).send('')),
      await serve(t, (_request, reply) => reply.code(304).send('text')),
      await serve(t, (_request, reply) => reply.code(304).header('content-length', '7').send(''))
    ]
    assert.deepEqual(
      answers.map(({ status, body, headers }) => [status, body, headers['content-length']]),
      [
        [304, '', undefined],
        [304, '', ['4']],
        [304, '', ['7']]
      ]
    )
  })
})

test('row 10: an invalid Host gets a 400, and a target in absolute-form is read as origin-form', async (t) => {
  const app = createApp(t, { trustProxy: true })
  app.get('/*', ({ url, originalUrl, host, protocol }) => ({ url, originalUrl, host, protocol }))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = (target: string, fields: string) =>
    ask(origin, `GET ${target} HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`)
  assert.equal((await send('/', 'Host: a\r\nHost: b\r\n')).status, 400)
  assert.equal((await send('/', 'Host: a b/c\r\n')).status, 400)
  assert.equal((await send('/', 'Host: a,b\r\n')).status, 400)
  assert.equal((await send('/', 'Host: a:65536\r\n')).status, 400)
  const { body } = await send('http://a.test/x?y#z', 'Host: b.test\r\nX-Forwarded-Proto: javascript\r\n')
  const expected = { url: '/x?y', originalUrl: 'http://a.test/x?y#z', host: 'a.test', protocol: 'http' }
  assert.deepEqual(JSON.parse(body), expected)
})

test('row 12: close completes an accepted request with Connection: close, and closes an idle connection', async (t) => {
  const app = createApp(t)
  const { entered, answer } = holdRoot(app)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const [busy, silent] = await Promise.all([converse(origin), converse(origin)])
  busy.send('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')
  await entered
  const closed = app.close()
  answer('kept')
  const received = await busy.closed()
  assert.match(received, /connection: close/i)
  assert.match(received, /kept$/)
  assert.equal(await silent.closed(), '')
  await closed
})

test('row 12: close aborts the signal of an open stream and ends it after closeTimeout, by default 10 seconds', async (t) => {
  const app = createApp(t, { closeTimeout: 20 })
  const source = new Readable({ read() {} })
  const released = new Promise((resolve) => source.on('close', resolve))
  let signal: AbortSignal | undefined
  app.get('/', (request, reply) => {
    signal = request.signal
    return reply.send(source)
  })
  const conversation = await converse(await app.listen({ port: 0, host: '127.0.0.1' }))
  conversation.send('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')
  source.push('begun')
  await conversation.until(/begun/)
  await app.close()
  await conversation.closed()
  assert.equal(codeOf(signal?.reason), 'ESP_ERR_APP_CLOSING')
  await released
  const timesOf = (options: object) => Reflect.get(createApp(t, options).initialConfig, 'closeTimeout')
  assert.deepEqual([timesOf({}), timesOf({ closeTimeout: 0 }), timesOf({ compat: 'fastify' })], [10_000, 0, undefined])
})

test('row 10: an invalid X-Forwarded-For entry is ignored, and a redirect has a URL', async (t) => {
  const app = createApp(t, { trustProxy: true })
  app.get('/', ({ ip, ips }) => ({ ip, ips }))
  app.get('/away', (_request, reply) => reply.redirect('/münchen'))
  const remoteAddress = '10.0.0.1'
  const ask = async (entries: string) =>
    (await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': entries } })).json()
  assert.deepEqual(await ask('<script>'), { ip: remoteAddress, ips: [remoteAddress] })
  assert.deepEqual(await ask('192.0.2.1:4711'), { ip: '192.0.2.1', ips: [remoteAddress, '192.0.2.1'] })
  assert.equal((await app.inject('/away')).headers.location, '/m%C3%BCnchen')
})

describe('row 11: default timeouts', () => {
  /** Lets seconds pass one by one, as the timer of the timeouts counts them. */
  const pass = (wind: (milliseconds: number) => void, seconds: number) => {
    for (let second = 0; second < seconds; second++) wind(1000)
  }

  test('requestTimeout is five minutes and handlerTimeout two, and 0 and compat disable them', async (t) => {
    const timesOf = async (options: object) => {
      const app = createApp(t, options)
      const { requestTimeout, handlerTimeout } = app.initialConfig as unknown as Record<string, number>
      return [requestTimeout, handlerTimeout, app.server.requestTimeout]
    }
    assert.deepEqual(await timesOf({}), [300_000, 120_000, 300_000])
    assert.deepEqual(await timesOf({ requestTimeout: 0, handlerTimeout: 0 }), [0, 0, 0])
    assert.deepEqual(await timesOf({ compat: 'fastify' }), [0, 0, 0])
  })

  test('a request without a response gets a 503 after the default handlerTimeout, and its signal aborts', async (t) => {
    const wind = holdClock(t, 'setInterval')
    const app = createApp(t)
    let signal: AbortSignal | undefined
    const called = defer<void>()
    app.get('/', (request) => {
      signal = request.signal
      called.resolve()
      return new Promise(() => {})
    })
    const answer = app.inject('/')
    await called.promise
    pass(wind, 119)
    assert.equal(signal?.aborted, false)
    pass(wind, 2)
    const { statusCode } = await answer
    assert.equal(statusCode, 503)
    assert.equal(codeOf(signal?.reason), 'FST_ERR_HANDLER_TIMEOUT')
  })

  test('a response that has begun and a hijacked response are not bounded by default', async (t) => {
    const wind = holdClock(t, 'setInterval')
    const app = createApp(t)
    const source = new Readable({ read() {} })
    const taken = defer<ServerResponse>()
    app.get('/stream', (_request, reply) => reply.send(source))
    app.get('/hijacked', (_request, reply) => {
      reply.hijack()
      taken.resolve(reply.raw)
    })
    const streamed = app.inject({ url: '/stream', payloadAsStream: true })
    source.push('begun ')
    const { statusCode } = await streamed
    const hijacked = app.inject('/hijacked')
    const raw = await taken.promise
    pass(wind, 300)
    source.push('ended')
    source.push(null)
    raw.end('by hand')
    assert.equal(statusCode, 200)
    assert.equal(await text((await streamed).stream()), 'begun ended')
    assert.equal((await hijacked).body, 'by hand')
  })

  test('with handlerTimeout 0 a request waits without limit', async (t) => {
    const wind = holdClock(t, 'setInterval')
    const app = createApp(t, { handlerTimeout: 0 })
    const answer = defer<string>()
    const called = defer<void>()
    app.get('/', () => {
      called.resolve()
      return answer.promise
    })
    const reply = app.inject('/')
    await called.promise
    pass(wind, 10_000)
    answer.resolve('late')
    assert.equal((await reply).body, 'late')
  })
})

describe('row 15: errors of functions called outside of a route', () => {
  const fault = () => {
    throw new Error('fault')
  }
  const cases: [name: string, options: object, target: string][] = [
    ['a genReqId that throws', { genReqId: fault }, '/'],
    ['a rewriteUrl that throws', { rewriteUrl: fault }, '/'],
    ['a rewriteUrl that returns a non-string', { rewriteUrl: () => undefined }, '/'],
    ['frameworkErrors that throws', { frameworkErrors: fault }, '/%zz'],
    ['frameworkErrors that rejects', { frameworkErrors: async () => fault() }, '/%zz']
  ]
  for (const [name, options, target] of cases) {
    test(`${name} gets a 500 that is logged`, async (t) => {
      const { logger, lines } = createLog()
      const app = createApp(t, { logger, ...options })
      app.get('/', () => 'ok')
      assert.equal((await app.inject(target)).statusCode, 500)
      assert.ok(lines.some(({ level }) => level >= 50))
    })
  }

  test('a plugin that throws synchronously makes ready reject with an error that names it', async (t) => {
    const app = createApp(t)
    app.register(function broken(_child, _options, _done) {
      throw new Error('fault')
    })
    await assert.rejects(async () => app.ready(), { message: 'fault', plugin: 'broken' })
  })

  const streams: [name: string, make: () => Readable][] = [
    [
      'fails',
      () =>
        new Readable({
          read() {
            this.destroy(new Error('fault'))
          }
        })
    ],
    ['has failed before it is read', () => new Readable({ read() {} }).destroy(new Error('fault'))],
    [
      'ends too early',
      () =>
        new Readable({
          read() {
            this.destroy()
          }
        })
    ]
  ]
  for (const [name, make] of streams) {
    test(`a preParsing stream that ${name} gets a 400, and the next request is served`, async (t) => {
      const app = createApp(t)
      app.addHook('preParsing', async () => make() as never)
      app.post('/', () => 'ok')
      app.get('/', () => 'ok')
      assert.equal((await app.inject({ method: 'POST', url: '/', payload: {} })).statusCode, 400)
      assert.equal((await app.inject('/')).statusCode, 200)
    })
  }
})

describe('row 21: responses that the response map does not declare', () => {
  const object = { type: 'object', properties: { a: { type: 'string' } } }
  const answerOf = async (
    t: TestContext,
    response: object,
    handler: (request: unknown, reply: FastifyReply) => unknown,
    options = {}
  ) => {
    const { logger, lines } = createLog()
    const app = createApp(t, { logger, ...options })
    app.get('/', { schema: { response } }, handler as never)
    const { statusCode, body } = await app.inject('/')
    return { statusCode, body, lines }
  }

  test('an undeclared success status is a 500, logged with the route and the fix', async (t) => {
    const { statusCode, body, lines } = await answerOf(t, { 201: object, 202: object }, () => ({ secret: 1 }))
    assert.equal(statusCode, 500)
    assert.equal(JSON.parse(body).code, 'ESP_ERR_RESPONSE_STATUS_UNDECLARED')
    assert.doesNotMatch(body, /secret/)
    assert.ok(lines.some(({ level, msg }) => level >= 50 && /'\/' \(GET\) answered 200.*strictResponses/.test(msg)))
  })

  test('a text, bytes, a stream and a web Response are checked as well', async (t) => {
    const payloads = [
      () => 'text',
      () => Buffer.from('bytes'),
      () => Readable.from(['stream']),
      () => new Response('web')
    ]
    for (const make of payloads) assert.equal((await answerOf(t, { 201: object, 202: object }, make)).statusCode, 500)
  })

  test('a media type that the entry does not list is a 500', async (t) => {
    const response = { 200: { content: { 'application/json': { schema: object } } } }
    const csv = await answerOf(t, response, (_request, reply) => reply.type('text/csv').send('a,b'))
    assert.equal(JSON.parse(csv.body).code, 'ESP_ERR_RESPONSE_TYPE_UNDECLARED')
    assert.equal((await answerOf(t, response, () => ({ a: 'x' }))).body, '{"a":"x"}')
    const any = { 200: { content: { '*/*': { schema: object } } } }
    assert.equal((await answerOf(t, any, (_request, reply) => reply.type('text/csv').send('a,b'))).body, 'a,b')
  })

  test('a status class and default declare a status as well', async (t) => {
    for (const response of [{ '2xx': object }, { default: object }]) {
      assert.equal((await answerOf(t, response, (_request, reply) => reply.code(202).send({ a: 'x' }))).statusCode, 202)
    }
  })

  test('redirects, 304, responses without content and errors need no entry', async (t) => {
    const free: [status: number, handler: (request: unknown, reply: FastifyReply) => unknown][] = [
      [302, (_request, reply) => reply.redirect('/other')],
      [304, (_request, reply) => reply.code(304).send()],
      [204, (_request, reply) => reply.code(204).send()],
      [202, (_request, reply) => reply.code(202).send()],
      [404, (_request, reply) => reply.code(404).send({ any: 1 })],
      [404, (_request, reply) => reply.callNotFound()],
      [409, () => Promise.reject(Object.assign(new Error('x'), { statusCode: 409 }))]
    ]
    for (const [status, handler] of free) {
      assert.equal((await answerOf(t, { 200: object }, handler)).statusCode, status)
    }
  })

  test('a map without a success status accepts every success status', async (t) => {
    const sent: [status: number, handler: (request: unknown, reply: FastifyReply) => unknown][] = [
      [200, () => Buffer.from('bytes')],
      [200, () => Readable.from(['stream'])],
      [200, () => ({ a: 'x', b: 1 })],
      [206, (_request, reply) => reply.code(206).type('image/png').send(Buffer.from('part'))],
      [299, (_request, reply) => reply.code(299).send('text')]
    ]
    for (const response of [{ '4xx': object, '5xx': object }, { 404: object }, { '3xx': object }, {}]) {
      for (const [status, handler] of sent) assert.equal((await answerOf(t, response, handler)).statusCode, status)
    }
    const { body } = await answerOf(t, { '4xx': object }, (_request, reply) => reply.code(404).send({ a: 'x', b: 1 }))
    assert.equal(body, '{"a":"x"}')
  })

  test('a map with one success status among the errors is checked', async (t) => {
    const success = [{ 200: object }, { '2xx': object }, { '2XX': object }, { default: object }, { 299: object }]
    for (const entry of success) {
      const csv = { content: { 'text/csv': { schema: object } } }
      const typed = Object.fromEntries(Object.keys(entry).map((status) => [status, csv]))
      assert.equal((await answerOf(t, { '4xx': object, ...typed }, () => ({ a: 'x' }))).statusCode, 500)
    }
  })

  test('an entry that no response can match fails the boot, except with strictResponses: false or compat', async (t) => {
    const content = (mediaType: string) => ({ content: { [mediaType]: { schema: object } } })
    const unmet: [response: object, message: RegExp][] = [
      [{ 100: object }, /'\/unmet' \(GET\) declares '100'.*interim/],
      [{ '1xx': object, 200: object }, /'1xx'/],
      [{ 204: content('application/json') }, /'application\/json' for '204'.*no content/],
      [{ 205: content('text/plain') }, /'205'/],
      [{ 200: object, 304: content('text/plain') }, /'304'/],
      [{ 200: content('text/*') }, /'text\/\*' for '200'.*not a media type/],
      [{ default: content('application/json/x') }, /'application\/json\/x'/],
      [{ '4xx': content('json/') }, /'json\/'/]
    ]
    for (const [response, message] of unmet) {
      for (const options of [{}, { compile: 'lazy' }]) {
        const app = createApp(t, options as object)
        app.get('/unmet', { schema: { response } }, () => ({}))
        await assert.rejects(async () => app.ready(), { code: 'ESP_ERR_RESPONSE_UNREACHABLE', message })
      }
      for (const options of [{ strictResponses: false }, { compat: 'fastify' as const }]) {
        const app = createApp(t, options)
        app.get('/unmet', { schema: { response } }, () => ({}))
        await app.ready()
      }
    }
  })

  test('an entry for 204, 205 or 304 accepts a response without content', async (t) => {
    for (const status of [204, 205, 304]) {
      for (const entry of [{ type: 'null' }, { description: 'nothing' }, object]) {
        const answer = await answerOf(t, { [status]: entry }, (_request, reply) => reply.code(status).send())
        assert.equal(answer.statusCode, status)
      }
    }
  })

  test('a route without a response map is not checked', async (t) => {
    const app = createApp(t)
    app.get('/', { schema: { querystring: {} } }, (_request, reply) => reply.code(299).send({ any: 1 }))
    assert.equal((await app.inject('/')).statusCode, 299)
  })

  test('strictResponses: false and compat send undeclared responses unfiltered', async (t) => {
    for (const options of [{ strictResponses: false }, { compat: 'fastify' }]) {
      assert.equal(
        (await answerOf(t, { 201: object, 202: object }, () => ({ secret: 1 }), options)).body,
        '{"secret":1}'
      )
    }
  })
})

test('row 22: errors of an async validator for one client are not reported to another client', async (t) => {
  const app = createApp(t)
  app.setValidatorCompiler(() => {
    const validate: Validate = async (data) => {
      await null
      validate.errors = [
        { keyword: 'own', instancePath: '', schemaPath: '', params: {}, message: JSON.stringify(data) }
      ]
      await null
      return false
    }
    return validate as never
  })
  app.post('/', { schema: { body: {} } }, () => 'ok')
  const answers = await Promise.all([1, 2].map((id) => app.inject({ method: 'POST', url: '/', payload: { id } })))
  for (const { body } of answers) assert.match(body, /"message":"body is invalid"/)
})

test('row 22: a validator that returns false without errors refuses the request, except in Fastify', async (t) => {
  const statusOf = async (app: LooseApp) => {
    app.setValidatorCompiler(() => () => false)
    app.post('/', { schema: { body: {} } }, () => 'ok')
    return (await app.inject({ method: 'POST', url: '/', payload: {} })).statusCode
  }
  assert.equal(await statusOf(createApp(t)), 400)
  assert.equal(await statusOf(fastify() as unknown as LooseApp), 200)
})

describe('row 23: own properties of requests and replies', () => {
  test('raw and unassigned decorators are readable, but not own properties', async (t) => {
    const app = espalier().decorateRequest('user', 'Ada').decorateRequest('role', 'guest').decorateReply('seen', 1)
    t.after(() => app.close())
    app.get('/', (request, reply) => {
      request.role = 'owner'
      const keys = [request, reply].map((one) => Object.keys(one))
      return { keys, found: [request.raw.method, reply.raw.statusCode, request.user, reply.seen] }
    })
    assert.deepEqual((await app.inject('/')).json(), {
      keys: [
        ['id', 'params', 'query', 'log', 'body', 'role'],
        ['request', 'log']
      ],
      found: ['GET', 200, 'Ada', 1]
    })
  })

  test('a decorator value with the name of a request member is refused, and a getter is accepted', async (t) => {
    const app = createApp(t)
    const declare = (value: unknown) => app.decorateRequest('signal' as never, value as never)
    for (const value of [null, 1, () => 1]) assert.throws(() => declare(value), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
    declare({ getter: () => 'mine' })
    app.get('/', (request) => String(request.signal))
    assert.equal((await app.inject('/')).body, 'mine')
  })
})

test('row 24: callNotFound responds as for an unmatched route, with the headers of hooks', async (t) => {
  const answersOf = async (app: LooseApp) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header('x-limit', '5'))
    app.setNotFoundHandler(() => ({ nothing: 'here' }))
    app.get('/', (_request, reply) => {
      reply.code(201).type('image/png').header('etag', '"a"').header('cache-control', 'public, max-age=9')
      reply.serializer(() => 'of the route').callNotFound()
    })
    const { statusCode, headers, body } = await app.inject('/')
    return [statusCode, headers['content-type'], headers.etag, headers['cache-control'], headers['x-limit'], body]
  }
  const ours = await answersOf(createApp(t))
  const type = 'application/json; charset=utf-8'
  assert.deepEqual(ours, [200, type, undefined, undefined, '5', '{"nothing":"here"}'])
  const theirs = fastify()
  t.after(() => theirs.close())
  assert.deepEqual(await answersOf(theirs), [201, 'image/png', '"a"', 'public, max-age=9', '5', 'of the route'])
})

test('row 25: an invalid or too large body gets a 404 when no route matches, except with compat', async (t) => {
  const statusesOf = (app: LooseApp) =>
    Promise.all(
      ['{"a":', '', JSON.stringify('a'.repeat(99))].map(
        async (payload) => (await app.inject({ method: 'POST', url: '/none', payload, headers: json })).statusCode
      )
    )
  assert.deepEqual(await statusesOf(createApp(t, { bodyLimit: 50 })), [404, 404, 404])
  const theirs = fastify({ bodyLimit: 50 })
  t.after(() => theirs.close())
  for (const app of [theirs, createApp(t, { bodyLimit: 50, compat: 'fastify' })]) {
    assert.deepEqual(await statusesOf(app), [400, 400, 413])
  }
})

test('row 27: an error response drops the content headers of the failed response', async (t) => {
  const headersOf = async (app: LooseApp) => {
    app.get('/', (_request, reply) => {
      reply.header('content-encoding', 'gzip').header('etag', '"a"').header('cache-control', 'max-age=9')
      throw new Error('boom')
    })
    const { headers } = await app.inject('/')
    return [headers['content-encoding'], headers.etag, headers['cache-control']]
  }
  assert.deepEqual(await headersOf(createApp(t)), [undefined, undefined, 'max-age=9'])
  const theirs = fastify()
  t.after(() => theirs.close())
  assert.deepEqual(await headersOf(theirs), ['gzip', '"a"', 'max-age=9'])
})

describe('row 26: a route schema with the $id of a shared schema', () => {
  const shared = { $id: 'pet', type: 'object', properties: { name: { type: 'number' } } }
  const own = { $id: 'pet', type: 'object', required: ['age'], properties: { age: { type: 'string' } } }
  const declare = (app: LooseApp) => {
    app.addSchema(shared)
    app.post('/', { schema: { body: own, response: { 200: own } } }, () => ({ name: 1, age: 'old' }))
  }

  test('fails the boot', async (t) => {
    const app = createApp(t)
    declare(app)
    await assert.rejects(async () => app.ready(), { code: 'ESP_ERR_SCH_ID_TAKEN' })
  })

  test('validates by the shared schema and serializes by its own with compat, as in Fastify', async (t) => {
    const theirs = fastify()
    t.after(() => theirs.close())
    for (const app of [theirs, createApp(t, { compat: 'fastify' })]) {
      declare(app)
      const { statusCode, body } = await app.inject({ method: 'POST', url: '/', payload: { name: 1 } })
      assert.deepEqual([statusCode, body], [200, '{"age":"old"}'])
    }
  })
})

test('row 28: a $ref to an inherited property such as constructor fails the boot, except in Fastify', async (t) => {
  const bootOf = async (app: LooseApp) => {
    app.get('/', { schema: { response: { 200: { $ref: '#/definitions/constructor', definitions: {} } } } }, () => ({
      secret: 1
    }))
    return (await app.inject('/')).body
  }
  await assert.rejects(bootOf(createApp(t)), { code: 'FST_ERR_SCH_SERIALIZATION_BUILD' })
  const theirs = fastify()
  t.after(() => theirs.close())
  assert.equal(await bootOf(theirs), '{"secret":1}')
})

test('row 29: a plugin that never finishes has the same code in register and in ready', async (t) => {
  const codes = async (app: LooseApp) => {
    const loading = async () => void (await app.register((_app, _options, _done) => {}))
    const booting = async () => void (await app.ready())
    return [await loading().catch(codeOf), await booting().catch(codeOf)]
  }
  const theirs = fastify({ pluginTimeout: 20 })
  t.after(() => theirs.close())
  assert.deepEqual(await codes(theirs), ['AVV_ERR_PLUGIN_EXEC_TIMEOUT', 'FST_ERR_PLUGIN_TIMEOUT'])
  const ours = createApp(t, { pluginTimeout: 20 })
  assert.deepEqual(await codes(ours), ['FST_ERR_PLUGIN_TIMEOUT', 'FST_ERR_PLUGIN_TIMEOUT'])
})

test('row 29: an invalid plugin has the code FST_ERR_PLUGIN_NOT_VALID', (t) => {
  const isNoPlugin = (code: string) => ({ code })
  assert.throws(() => (fastify() as LooseApp).register({} as never), isNoPlugin('AVV_ERR_PLUGIN_NOT_VALID'))
  assert.throws(() => createApp(t).register({} as never), isNoPlugin('FST_ERR_PLUGIN_NOT_VALID'))
})

test('row 30: a plugin that is not awaited sees the routes declared after it with its onRoute hook', async (t) => {
  const seenBy = async (app: LooseApp) => {
    const seen: string[] = []
    const plugin = async (plugin: LooseApp) => {
      plugin.addHook('onRoute', ({ url }: { url: string }) => void seen.push(url))
    }
    app.get('/before', { exposeHeadRoute: false }, async () => 'ok')
    app.register(Object.assign(plugin, { [Symbol.for('skip-override')]: true }))
    app.get('/behind', { exposeHeadRoute: false }, async () => 'ok')
    await app.ready()
    return seen
  }
  assert.deepEqual(await seenBy(createApp(t)), ['/behind'])
  assert.deepEqual(await seenBy(fastify() as unknown as LooseApp), [])
})

describe('row 31: allowed values', () => {
  const schema = {
    querystring: {
      type: 'object',
      properties: { size: { enum: ['s', 'm'] }, sort: { anyOf: [{ const: 'up' }, { const: 'down' }] } }
    }
  }
  const askFor = async (app: LooseApp, query: string) => {
    app.get('/', { schema }, () => 'ok')
    return JSON.parse((await app.inject(`/?${query}`)).body).message
  }

  test('are listed in the message of a 400', async (t) => {
    const allowed = 'must be equal to one of the allowed values'
    assert.equal(await askFor(createApp(t), 'size=xl'), `querystring/size ${allowed}: "s", "m"`)
    assert.equal(await askFor(createApp(t), 'sort=left'), `querystring/sort ${allowed}: "up", "down"`)
  })

  test('are not listed with compat, as in Fastify', async (t) => {
    for (const query of ['size=xl', 'sort=left']) {
      const theirs = await askFor(fastify() as unknown as LooseApp, query)
      assert.equal(await askFor(createApp(t, { compat: 'fastify' }), query), theirs)
      assert.ok(!theirs.includes('"'), theirs)
    }
  })
})

describe('row 32: a params schema with a field that the path lacks', () => {
  const declare = (app: LooseApp) => {
    const params = { type: 'object', required: ['idd'], properties: { idd: { type: 'string' } } }
    app.get('/:id', { schema: { params } }, () => 'ok')
    return app.inject('/1')
  }

  test('fails the boot', async (t) => {
    await assert.rejects(async () => declare(createApp(t)), {
      code: 'ESP_ERR_SCH_PARAM_ABSENT',
      message: /GET \/:id has the field 'idd'.*Its parameters: 'id'/
    })
  })

  test('gets a 400 for each request with compat, as in Fastify', async (t) => {
    const { statusCode, body } = await declare(fastify() as unknown as LooseApp)
    const ours = await declare(createApp(t, { compat: 'fastify' }))
    assert.deepEqual([ours.statusCode, ours.body], [statusCode, body])
    assert.equal(statusCode, 400)
  })
})

describe('row 33: async iterables', () => {
  const askBoth = async (app: LooseApp) => {
    const rows = async function* () {
      yield 'a'
      yield 'b'
    }
    const objects = async function* () {
      yield { n: 1 }
      yield { n: 2 }
    }
    const answerAs = (type: string) => async (_request: unknown, reply: FastifyReply) =>
      reply.type(type).send(objects())
    app.get('/', async () => rows())
    app.get('/csv', async (_request: unknown, reply: FastifyReply) => reply.type('text/csv').send(rows()))
    app.get('/objects', async () => objects())
    app.get('/lines', answerAs('application/x-ndjson'))
    app.get('/json', answerAs('application/json'))
    const answers = await Promise.all(['/', '/csv', '/objects', '/lines', '/json'].map((url) => app.inject(url)))
    return answers.map(({ statusCode, body }) => (statusCode === 200 ? body : `${statusCode} ${JSON.parse(body).code}`))
  }

  test('are sent as text, or as lines of JSON by their content type, and are refused otherwise', async (t) => {
    const refused = '500 ESP_ERR_REP_ITERABLE_UNTYPED'
    assert.deepEqual(await askBoth(createApp(t)), ['ab', 'ab', refused, '{"n":1}\n{"n":2}\n', refused])
  })

  test('are serialized as JSON with compat, as in Fastify', async (t) => {
    const theirs = await askBoth(fastify() as unknown as LooseApp)
    assert.deepEqual(theirs, ['{}', '500 FST_ERR_REP_INVALID_PAYLOAD_TYPE', '{}', '{}', '{}'])
    assert.deepEqual(await askBoth(createApp(t, { compat: 'fastify' })), theirs)
  })
})

describe('row 34: a request that cannot be routed', () => {
  const askFor = (app: LooseApp) => {
    app.setErrorHandler((error: { code: string }, _request: unknown, reply: FastifyReply) =>
      reply.code(422).send(error.code)
    )
    return app.inject('/%zz')
  }

  test('reaches the error handler of the root', async (t) => {
    const { statusCode, body } = await askFor(createApp(t))
    assert.deepEqual([statusCode, body], [422, 'FST_ERR_BAD_URL'])
  })

  test('does not reach it with compat, as in Fastify', async (t) => {
    const theirs = await askFor(fastify() as unknown as LooseApp)
    const ours = await askFor(createApp(t, { compat: 'fastify' }))
    assert.deepEqual([ours.statusCode, ours.body], [theirs.statusCode, theirs.body])
    assert.equal(theirs.statusCode, 400)
  })
})

describe('row 35: a hook that returns an error', () => {
  const refusal = () => Object.assign(new Error('no'), { statusCode: 401 })
  const askFor = async (app: LooseApp) => {
    app.get('/resolves', { onRequest: async () => refusal() }, () => 'reached')
    const calls = (_request: unknown, _reply: unknown, done: (error?: Error, value?: unknown) => void) =>
      done(undefined, refusal())
    app.get('/calls', { preHandler: calls }, () => 'reached')
    const answers = await Promise.all(['/resolves', '/calls'].map((url) => app.inject(url)))
    return answers.map(({ statusCode }) => statusCode)
  }

  test('refuses the request with that error, and lets it pass in Fastify', async (t) => {
    for (const options of [{}, { compat: 'fastify' }] as const)
      assert.deepEqual(await askFor(createApp(t, options)), [401, 401])
    assert.deepEqual(await askFor(fastify() as unknown as LooseApp), [200, 200])
  })
})

describe('row 36: the signal of a request after its response', () => {
  test('is not aborted by the response or by closing the app', async (t) => {
    let signal: AbortSignal | undefined
    const app = createApp(t)
    app.get('/', async (request) => {
      signal = request.signal
      return 'answered'
    })
    const origin = await app.listen({ port: 0 })
    assert.equal(await (await fetch(origin)).text(), 'answered')
    await app.close()
    assert.equal(signal?.aborted, false)
  })
})

describe('row 37: a handshake that is not accepted', () => {
  const handshake = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'
  const answerTo = async (t: TestContext, app: LooseApp) => {
    app.get('/', () => 'connect with a socket')
    app.server.on('upgrade', (raw, socket) => {
      t.after(async () => {
        socket.destroy()
        await app.close()
      })
      const rawReply = new ServerResponse(raw)
      rawReply.assignSocket(socket as Socket)
      app.routing(raw, rawReply)
    })
    const socket = connect(Number(new URL(await app.listen({ port: 0 })).port), 'localhost')
    socket.write(handshake)
    const [bytes] = await once(socket, 'data')
    socket.destroy()
    return String(bytes)
  }

  test('gets a response with Connection: close', async (t) => {
    assert.match(await answerTo(t, createApp(t)), /^connection: close\r$/im)
  })

  test('gets a response with Connection: keep-alive from Fastify', async (t) => {
    assert.match(await answerTo(t, fastify() as LooseApp), /^connection: keep-alive\r$/im)
  })
})

describe('row 38: a response that is complete before the body was read', () => {
  const secondAnswer = async (t: TestContext, app: LooseApp) => {
    app.addContentTypeParser('text/part', (_request, body, done) => {
      body.once('data', () => {
        body.pause()
        done(null)
      })
    })
    app.post('/', () => 'first')
    app.get('/', () => 'second')
    const conversation = await converse(await app.listen({ port: 0 }))
    t.after(async () => {
      conversation.socket.destroy()
      await app.close()
    })
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/part\r\nContent-Length: 600000\r\n\r\n'
    await conversation.send(head + 'x'.repeat(600_000)).until(/first$/)
    return conversation.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  }

  test('does not block the next request on its connection', async (t) => {
    await (await secondAnswer(t, createApp(t))).until(/second$/)
  })
})

describe('row 39: spaces and tabs at the ends of a header value', () => {
  const askBoth = async (app: LooseApp) => {
    app.get('/', (request, reply) => reply.header('x-sent', ' a\t').send(request.headers['x-came']))
    const { body, headers } = await app.inject({ url: '/', headers: { 'x-came': ' a\t' } })
    return [body, headers['x-sent']]
  }

  test('are removed by inject', async (t) => {
    assert.deepEqual(await askBoth(createApp(t)), ['a', 'a'])
    assert.deepEqual(await askBoth(createApp(t, { compat: 'fastify' })), ['a', 'a'])
  })

  test('are kept by inject of Fastify', async () => {
    assert.deepEqual(await askBoth(fastify() as unknown as LooseApp), [' a\t', ' a\t'])
  })
})

describe('row 40: response values that schemas describe only in part', () => {
  const closed = { type: 'object', properties: { id: { type: 'integer' } }, additionalProperties: false }
  const cases: [schema: object, value: unknown, sent: unknown, withFastify: unknown][] = [
    [{ anyOf: [closed, { type: 'null' }] }, { id: 1, more: 2 }, { id: 1 }, 500],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 5n, 5, 500],
    [{ anyOf: [closed, { type: 'null' }] }, { toJSON: () => ({ id: 1 }) }, { id: 1 }, 500],
    [{ type: 'array', items: closed }, { toJSON: () => [{ id: 1 }] }, [{ id: 1 }], 500],
    [{ type: 'array', items: [closed] }, [{ id: 1 }, 2], [{ id: 1 }, 2], 500],
    [{ minLength: 1 }, 5, 5, '5'],
    [{ properties: {} }, [5], [5], {}],
    [{ type: 'string' }, { toJSON: () => 'json' }, 'json', '[object Object]']
  ]

  async function sentBy(app: LooseApp, schema: object, value: unknown): Promise<unknown> {
    app.get('/', { schema: { response: { 200: { type: 'object', properties: { it: schema } } } } }, () => ({
      it: value
    }))
    const { statusCode, body } = await app.inject('/')
    return statusCode === 200 ? JSON.parse(body).it : statusCode
  }

  for (const [schema, value, sent, withFastify] of cases)
    test(`${typeof value === 'bigint' ? value : JSON.stringify(value)} is sent by ${JSON.stringify(schema)}`, async (t) => {
      assert.deepEqual(await sentBy(createApp(t), schema, value), sent)
      assert.deepEqual(await sentBy(createApp(t, { compat: 'fastify' }), schema, value), sent)
      assert.deepEqual(await sentBy(fastify() as unknown as LooseApp, schema, value), withFastify)
    })
})

describe('row 41: multipleOf with decimals', () => {
  const schema = { querystring: { type: 'object', properties: { price: { type: 'number', multipleOf: 0.01 } } } }
  const statusOf = async (app: LooseApp, price: number) => {
    app.get('/', { schema }, () => 'valid')
    return (await app.inject(`/?price=${price}`)).statusCode
  }

  test('is checked by digits, or by multipleOfPrecision', async (t) => {
    assert.equal(await statusOf(createApp(t), 19.99), 200)
    assert.equal(await statusOf(createApp(t), 19.9909), 400)
    const precise = { ajv: { customOptions: { multipleOfPrecision: 1 } } }
    assert.equal(await statusOf(createApp(t, precise), 19.9909), 200)
    assert.equal(await statusOf(fastify() as unknown as LooseApp, 19.99), 400)
  })
})

describe('row 42: unions in requests', () => {
  const closed = { type: 'object', required: ['kind'], additionalProperties: false }
  const body = {
    anyOf: [
      { ...closed, properties: { kind: { const: 'card' } } },
      { ...closed, properties: { kind: { const: 'iban' }, iban: { type: ['string', 'null'] } } }
    ]
  }
  const payload = { kind: 'iban', iban: null }
  const askFor = async (app: LooseApp) => {
    app.post('/', { schema: { body } }, (request) => request.body)
    return (await app.inject({ method: 'POST', url: '/', payload })).body
  }

  test('keep the whole value of the matching member', async (t) => {
    assert.equal(await askFor(createApp(t)), JSON.stringify(payload))
  })

  test('are coerced by Ajv with compat, as in Fastify', async (t) => {
    const theirs = await askFor(fastify() as unknown as LooseApp)
    assert.equal(await askFor(createApp(t, { compat: 'fastify' })), theirs)
    assert.equal(theirs, '{"kind":"iban"}')
  })
})

test('row 43: the message of a serialization error names route and status, except with compat', async (t) => {
  const schema = {
    response: { 200: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } } }
  }
  for (const [options, message] of [
    [{}, 'the answer 200 of GET /books could not be serialized: "title" is required!'],
    [{ compat: 'fastify' as const }, '"title" is required!']
  ] as const) {
    const app = createApp(t, { exposeErrors: true, ...options })
    app.get('/books', { schema }, () => ({}))
    assert.equal((await app.inject('/books')).json().message, message)
  }
})

test('row 44: over HTTP/2 the not-found handler responds to an unknown method', async (t) => {
  const answerOf = async (app: LooseApp) => {
    t.after(() => app.close())
    app.setNotFoundHandler((_request, reply) => reply.code(404).send('not here'))
    const client = connectHttp2(await app.listen({ port: 0, host: '127.0.0.1' }))
    const answer = await text(client.request({ ':method': 'UNKNOWN', ':path': '/' }).end())
    // close() of Fastify waits for an open session.
    client.destroy()
    return answer
  }
  assert.equal(await answerOf(createApp(t, { http2: true } as object)), 'not here')
  assert.match(await answerOf(fastify({ http2: true }) as unknown as LooseApp), /"code":"FST_ERR_NOT_FOUND"/)
})

test('row 48: in development a 404 names the nearest route, except with compat', async (t) => {
  const messageOf = async (app: LooseApp) => {
    app.get('/books', () => '')
    return (await app.inject('/boks')).json().message
  }
  await within({ NODE_ENV: 'development' }, async () => {
    assert.equal(await messageOf(createApp(t)), 'Route GET:/boks not found. Nearest: GET /books.')
    assert.equal(await messageOf(createApp(t, { compat: 'fastify' })), 'Route GET:/boks not found')
    assert.equal(await messageOf(fastify() as unknown as LooseApp), 'Route GET:/boks not found')
  })
})

describe('row 45: details outside of the API', () => {
  test('printPlugins shows plugins only', async (t) => {
    const treeOf = async (app: LooseApp) => {
      await app.ready()
      return app.printPlugins()
    }
    assert.doesNotMatch(await treeOf(createApp(t)), /_after/)
    assert.match(await treeOf(fastify() as unknown as LooseApp), /bound _after/)
  })

  test('initialConfig has the options of Fastify and more', (t) => {
    const namesOf = (app: LooseApp) => Object.keys(app.initialConfig)
    const ours = namesOf(createApp(t))
    const theirs = namesOf(fastify() as unknown as LooseApp)
    assert.deepEqual(
      theirs.filter((name) => !ours.includes(name)),
      []
    )
    assert.ok(ours.includes('closeTimeout') && !theirs.includes('closeTimeout'))
  })

  test('the message about an invalid hook name has other words under the same code', async (t) => {
    const errorOf = async (app: LooseApp) => {
      try {
        app.addHook('onFoo' as never, () => {})
        await app.ready()
      } catch (error) {
        const { code, message } = error as Error & { code: string }
        return `${code} ${message}`
      }
      return assert.fail('not refused')
    }
    assert.equal(await errorOf(createApp(t)), "FST_ERR_HOOK_NOT_SUPPORTED There is no hook named 'onFoo'.")
    const theirs = fastify() as unknown as LooseApp
    assert.equal(await errorOf(theirs), 'FST_ERR_HOOK_NOT_SUPPORTED onFoo hook not supported!')
  })
})

describe('row 46: a text on a route that declares JSON', () => {
  const response = { 200: { content: { 'application/json': { schema: { type: 'string' } } } } }
  const answerOf = async (
    t: TestContext,
    handler: (request: unknown, reply: FastifyReply) => unknown,
    options = {}
  ) => {
    const app = createApp(t, options)
    app.get('/', { schema: { response } }, handler as never)
    const { statusCode, headers, body } = await app.inject('/')
    return [statusCode, headers['content-type'], statusCode === 200 ? body : JSON.parse(body).code]
  }
  const asJson = 'application/json; charset=utf-8'

  test('is serialized without a content type, also when it looks like JSON', async (t) => {
    assert.deepEqual(await answerOf(t, () => 'token'), [200, asJson, '"token"'])
    assert.deepEqual(await answerOf(t, () => '"x"'), [200, asJson, '"\\"x\\""'])
    const compat = { compat: 'fastify' }
    assert.deepEqual(await answerOf(t, () => 'token', compat), [200, 'text/plain; charset=utf-8', 'token'])
  })

  test('has to be JSON when sent as application/json', async (t) => {
    const sending = (text: string) => (_request: unknown, reply: FastifyReply) =>
      reply.type('application/json').send(text)
    assert.deepEqual(await answerOf(t, sending('"token"')), [200, asJson, '"token"'])
    assert.deepEqual(await answerOf(t, sending('token')), [500, asJson, 'ESP_ERR_REP_TEXT_NOT_JSON'])
    assert.deepEqual(await answerOf(t, sending('5')), [500, asJson, 'ESP_ERR_REP_TEXT_NOT_JSON'])
    assert.deepEqual(await answerOf(t, sending('token'), { compat: 'fastify' }), [200, asJson, 'token'])
  })
})

test('row 47: a payload without a status has the only declared success status, except with compat', async (t) => {
  const schema = { response: { 201: { type: 'object', properties: { id: { type: 'integer' } } } } }
  for (const [options, status] of [
    [{}, 201],
    [{ compat: 'fastify' }, 200]
  ] as const) {
    const app = createApp(t, options)
    app.get('/', { schema }, () => ({ id: 1 }))
    assert.equal((await app.inject('/')).statusCode, status)
  }
})

test('row 49: header names in a shared schema are case-insensitive', async (t) => {
  const warned = new Set<unknown>()
  const listen = (warning: Error & { code?: string }) => warned.add(warning.code)
  process.on('warning', listen)
  t.after(() => process.off('warning', listen))
  const answers = [createApp(t), fastify() as unknown as LooseApp].map(async (app) => {
    app.addSchema({ $id: 'key', type: 'object', required: ['X-Key'], properties: { 'X-Key': { type: 'string' } } })
    app.addSchema({ $id: 'denied', enum: ['X-Internal'] })
    app.get('/key', { schema: { headers: { $ref: 'key#' } } }, () => 'ok')
    app.get('/names', { schema: { headers: { propertyNames: { not: { $ref: 'denied#' } } } } }, () => 'ok')
    const statusOf = async (url: string, name: string) =>
      (await app.inject({ url, headers: { [name]: 'x' } })).statusCode
    return Promise.all([statusOf('/key', 'x-key'), statusOf('/names', 'x-internal')])
  })
  assert.deepEqual(await Promise.all(answers), [
    [200, 400],
    [400, 200]
  ])
  assert.ok(warned.has('FSTSEC002'), 'Fastify warns')
})

test('row 50: a body that a hook has read gets a 400 from the parser', async (t) => {
  const app = createApp(t)
  app.addHook('onRequest', async ({ raw }) => {
    for await (const _ of raw);
  })
  app.post('/', () => 'ok')
  const origin = await app.listen({ port: 0 })
  const response = await fetch(origin, { method: 'POST', headers: json, body: '{}' })
  assert.deepEqual([response.status, codeOf(await response.json())], [400, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH'])
})

test('row 51: the stack of an error caused by a request is its first line', async (t) => {
  const refusals = [
    { url: '/5', payload: {} },
    { url: '/5', payload: '{', headers: json },
    { url: '/5', payload: 'x', headers: { 'content-type': 'text/none' } },
    { url: '/5', payload: { text: 'x'.repeat(50) } }
  ]
  const framesOf = async (app: LooseApp) => {
    app.setErrorHandler((error: Error, _request: unknown, reply: FastifyReply) =>
      reply.code(400).send({ frames: error.stack?.includes('\n    at ') })
    )
    const body = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }
    app.post('/:id', { bodyLimit: 40, schema: { body } }, () => 'ok')
    app.post('/own', () => {
      throw new Error('mine')
    })
    const urls = [...refusals, { url: '/own', payload: {} }]
    const answers = urls.map((request) => app.inject({ method: 'POST', ...request }))
    return (await Promise.all(answers)).map((answer) => answer.json().frames)
  }
  assert.deepEqual(await framesOf(createApp(t)), [false, false, false, false, true])
  assert.deepEqual(await framesOf(fastify() as unknown as LooseApp), [true, true, true, true, true])
})
