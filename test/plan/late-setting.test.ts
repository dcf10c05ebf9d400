import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import cors from '@fastify/cors'
import { type Anything, createApp, type Options } from '../security/wild.ts'

/** The warnings of a boot: code and message. */
async function warningsOf(declare: (app: Anything) => unknown, options: Options = {}): Promise<[string, string][]> {
  const seen: [string, string][] = []
  const listener = (warning: Error & { code?: string }) => void seen.push([String(warning.code), warning.message])
  process.on('warning', listener)
  const { app } = createApp(options)
  await declare(app)
  await app.ready()
  const marker = once(process, 'warning')
  process.emitWarning('the last one', { code: 'LAST' })
  await marker
  process.off('warning', listener)
  return seen.filter(([code]) => code !== 'LAST')
}

const handler = () => {}
const schema = { querystring: { type: 'object', properties: { n: { type: 'integer' } } } }

const late: [verb: string, set: (app: Anything) => unknown][] = [
  ['setErrorHandler', (app) => app.setErrorHandler(handler)],
  ['setSchemaErrorFormatter', (app) => app.setSchemaErrorFormatter(() => new Error('x'))],
  ['setReplySerializer', (app) => app.setReplySerializer(() => 'x')],
  ['setChildLoggerFactory', (app) => app.setChildLoggerFactory((logger: Anything) => logger)]
]

for (const [verb, set] of late)
  test(`${verb}() after routes emits one warning with both lines`, async () => {
    const [warning, ...others] = await warningsOf(async (app) => {
      app.get('/a', { schema }, () => 'a')
      app.get('/b', { schema }, () => 'b')
      await app.after()
      set(app)
    })
    assert.equal(warning?.[0], 'ESPWRN004')
    const lines =
      /^(\w+)\(\) at (\S+late-setting\.test\.[jt]s:\d+:\d+) .* GET \/a, .* at (\S+late-setting\.test\.[jt]s:\d+:\d+)\. /
    const [, named, ofSetting, ofRoute] = lines.exec(warning?.[1] ?? '') ?? []
    assert.equal(named, verb)
    assert.notEqual(ofSetting, ofRoute)
    assert.deepEqual(others, [])
  })

test('a compiler set after a child context has loaded emits a warning, and one set after own routes does not', async () => {
  for (const set of [
    (app: Anything) => app.setValidatorCompiler(() => () => true),
    (app: Anything) => app.setSerializerCompiler(() => () => 'x')
  ]) {
    const own = async (app: Anything) => {
      app.get('/', { schema }, () => 'x')
      await app.after()
      set(app)
    }
    assert.deepEqual(await warningsOf(own), [])
    const below = async (app: Anything) => {
      await app.register(async (child: Anything) => child.get('/', { schema }, () => 'x'))
      set(app)
    }
    assert.deepEqual(
      (await warningsOf(below)).map(([code]) => code),
      ['ESPWRN004']
    )
  }
})

test('a setting that applies to all routes, or that no route needs, emits no warning', async () => {
  const quiet: ((app: Anything) => unknown)[] = [
    (app) => {
      app.get('/', () => 'x')
      app.setErrorHandler(handler)
    },
    // Its route OPTIONS * is not of this program.
    async (app) => {
      await app.register(cors)
      app.setErrorHandler(handler)
    },
    async (app) => {
      app.get('/', { errorHandler: handler }, () => 'x')
      await app.after()
      app.setErrorHandler(handler)
    },
    async (app) => {
      app.get('/', () => 'x')
      await app.after()
      app.setSchemaErrorFormatter(() => new Error('x'))
    },
    async (app) => {
      await app.register(async (child: Anything) => {
        child.setErrorHandler(handler)
        child.get('/', () => 'x')
      })
      app.setErrorHandler(handler)
    }
  ]
  for (const declare of quiet) assert.deepEqual(await warningsOf(declare), [])
})

test('further error handlers of a context emit one warning with the lines of the first two', async () => {
  const [warning, ...others] = await warningsOf((app) => {
    app.setErrorHandler(handler)
    app.setErrorHandler(handler)
    app.setErrorHandler(handler)
  })
  assert.equal(warning?.[0], 'FSTWRN004')
  assert.match(
    warning?.[1] ?? '',
    /The second: \S+late-setting\.test\.[jt]s:\d+:\d+\. The first: \S+late-setting\.test\.[jt]s:\d+:\d+\.$/
  )
  assert.deepEqual(others, [])
})

test('settings apply to earlier routes and loaded contexts with lateSettings', async () => {
  const declare = async (app: Anything) => {
    await app.register(async (child: Anything) => {
      child.setErrorHandler((error: Error) => {
        throw error
      })
      child.get('/', { schema }, () => 'x')
    })
    app.get('/own', { schema }, () => 'x')
    await app.after()
    app.setSchemaErrorFormatter(() => new Error('formatted'))
    app.setErrorHandler((error: Error, _request: unknown, reply: Anything) => reply.code(418).send(error.message))
    app.setReplySerializer((payload: unknown) => `serialized ${payload}`)
  }
  assert.deepEqual(await warningsOf(declare, { lateSettings: true }), [])
  const { app } = createApp({ lateSettings: true })
  await declare(app)
  for (const url of ['/?n=x', '/own?n=x']) {
    const { statusCode, body } = await app.inject(url)
    assert.deepEqual([statusCode, body], [418, 'formatted'])
  }
})
