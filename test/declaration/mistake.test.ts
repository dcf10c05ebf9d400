import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { endpoint, espalier, plugin, withDefault } from 'espalier'

const call = (fn: unknown, ...values: unknown[]) => (fn as (...values: unknown[]) => unknown)(...values)

test('an argument of the wrong type throws with its name and the expected type', () => {
  const cases: [give: () => unknown, message: RegExp][] = [
    [() => call(plugin, { setup() {} }), /^The 'name' of a plugin must be a string, not undefined\.$/],
    [() => call(plugin, { name: 'x' }), /^The 'setup' of plugin 'x' must be a function, not undefined\.$/],
    [
      () => call(plugin, { name: 'x', needs: 'db', setup() {} }),
      /^The 'needs' of plugin 'x' must be a list of plugins/
    ],
    [() => call(plugin, { name: 'x', needs: null, setup() {} }), /^The 'needs' of plugin 'x' must be .* not null\.$/],
    [() => call(plugin, { name: 'x', needs: [undefined], setup() {} }), /^'needs\[0\]' of plugin 'x' must be a plugin/],
    [
      () => call(withDefault, 10, { type: 'integer' }),
      /^The first argument of withDefault\(\) must be a schema, not 10\.$/
    ],
    [() => call(endpoint, '/books'), /^The target of an endpoint must be .*'GET \/books\/:id', not '\/books'\.$/]
  ]
  for (const [give, message] of cases) assert.throws(give, { code: 'ESP_ERR_ARGUMENT_INVALID', message })
})

test('a setter of a context throws for an argument that is not a function', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  const verbs = ['setValidatorCompiler', 'setSerializerCompiler', 'setReplySerializer', 'setGenReqId'] as const
  for (const verb of verbs) {
    const message = `The argument of ${verb}() must be a function, not 'text'.`
    assert.throws(() => call(app[verb].bind(app), 'text'), { code: 'ESP_ERR_ARGUMENT_INVALID', message })
  }
  assert.throws(() => call(app.setNotFoundHandler.bind(app), 'text'), { code: 'FST_ERR_ROUTE_HANDLER_NOT_FN' })
})

test('a prefix that is not a string fails to start', async () => {
  const app = espalier()
  app.register(async () => {}, { prefix: 1 } as never)
  const message = "The option 'prefix' of a plugin must be a string, not 1."
  await assert.rejects(async () => app.ready(), { code: 'ESP_ERR_ARGUMENT_INVALID', message })
  await app.close()
})

test('decorating with the name of a read-only member of request or reply throws', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  for (const name of ['url', 'ip', 'server', 'signal'])
    assert.throws(() => call(app.decorateRequest.bind(app), name, 'x'), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
  for (const name of ['sent', 'elapsedTime'])
    assert.throws(() => call(app.decorateReply.bind(app), name, 'x'), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
})

test('listen() rejects on an app that was closed before', async () => {
  const app = espalier()
  await app.close()
  await assert.rejects(app.listen({ port: 0 }), { code: 'FST_ERR_REOPENED_CLOSE_SERVER' })
})

test('a logger option that is a string throws', () => {
  assert.throws(() => espalier({ logger: 'info' } as never), { code: 'FST_ERR_LOG_INVALID_LOGGER_CONFIG' })
})

test('an option with a misspelt name emits a warning, other unknown options do not', async () => {
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  const app = espalier({ bodyLimt: 5, routerOptions: { casesensitive: false }, unrelated: 1 } as never)
  const last = once(process, 'warning')
  app.get('/me', { prehandler: async () => {}, websocket: true, wsHandler: 1 } as never, () => 'ok')
  await last
  await new Promise(setImmediate)
  process.off('warning', note)
  assert.deepEqual(warnings, [
    "Unknown option 'bodyLimt' for espalier(). It has no effect. Did you mean 'bodyLimit'?",
    "Unknown option 'casesensitive' for 'routerOptions'. It has no effect. Did you mean 'caseSensitive'?",
    "Unknown option 'prehandler' for the route GET /me. It has no effect. Did you mean 'preHandler'?"
  ])
  await app.close()
})
