import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LogController } from '../../src/index.ts'
import { type Anything, createApp } from '../security/wild.ts'

const logController = new LogController({ disableRequestLogging: true })

/** Returns the log lines of a request to `/`. */
async function linesOf(app: Anything, lines: Anything[]): Promise<Anything[]> {
  await app.inject('/')
  return lines.filter(({ reqId, requestId }) => reqId !== undefined || requestId !== undefined)
}

test('the log level of a request is that of its route, else of its context, else of the app', async () => {
  for (const [ofContext, ofRoute, expected] of [
    [undefined, undefined, ['info', 'warn', 'error']],
    ['warn', undefined, ['warn', 'error']],
    [undefined, 'error', ['error']],
    ['error', 'warn', ['warn', 'error']]
  ] as const) {
    const { app, lines } = createApp({ logController })
    app.register(
      async (child: Anything) =>
        void child.get('/', { ...(ofRoute && { logLevel: ofRoute }) }, (request: Anything) => {
          for (const level of ['info', 'warn', 'error']) request.log[level](level)
          return ''
        }),
      { ...(ofContext && { logLevel: ofContext }) }
    )
    const told = (await linesOf(app, lines)).map(({ msg }) => msg)
    assert.deepEqual(told, expected, `${ofContext} ${ofRoute}`)
  }
})

test('log lines of a request use the serializers of its route and its context', async () => {
  const { app, lines } = createApp({ logController })
  const log = (request: Anything) => {
    request.log.info({ outer: 'x', inner: 'x' }, 'told')
    return ''
  }
  app.register(
    async (child: Anything) => {
      child.get('/', { logSerializers: { inner: () => 'of the route' } }, log)
      child.get('/context', log)
    },
    { logSerializers: { outer: () => 'of the context' } }
  )
  app.get('/none', log)
  for (const url of ['/', '/context', '/none']) await app.inject(url)
  assert.deepEqual(
    lines.filter(({ msg }) => msg === 'told').map(({ outer, inner }) => [outer, inner]),
    [
      ['of the context', 'of the route'],
      ['of the context', 'x'],
      ['x', 'x']
    ]
  )
})

test('childLoggerFactory is taken from the route, else the context, else the app', async () => {
  const factory = (mark: string) => (logger: Anything, bindings: object) => logger.child({ ...bindings, mark })
  const { app, lines } = createApp({ logController, childLoggerFactory: factory('app') })
  const log = (request: Anything) => {
    request.log.info('told')
    return ''
  }
  app.get('/app', log)
  app.register(async (child: Anything) => {
    child.setChildLoggerFactory(factory('context'))
    child.get('/context', log)
    child.get('/route', { childLoggerFactory: factory('route') }, log)
  })
  for (const url of ['/app', '/context', '/route']) await app.inject(url)
  assert.deepEqual(
    lines.filter(({ msg }) => msg === 'told').map(({ mark }) => mark),
    ['app', 'context', 'route']
  )
})

test('schemaErrorFormatter is taken from the route, else the context, else the app', async () => {
  const says = (text: string) => () => new Error(text)
  const { app } = createApp({ schemaErrorFormatter: says('app') })
  const schema = { querystring: { type: 'object', required: ['a'] } }
  app.get('/app', { schema }, () => '')
  app.register(async (child: Anything) => {
    child.setSchemaErrorFormatter(says('context'))
    child.get('/context', { schema }, () => '')
    child.get('/route', { schema, schemaErrorFormatter: says('route') }, () => '')
  })
  for (const name of ['app', 'context', 'route']) assert.equal((await app.inject(`/${name}`)).json().message, name)
})

test('a failed validation reaches the handler only with attachValidation: true, and is a 400 otherwise', async () => {
  const { app } = createApp()
  const schema = { querystring: { type: 'object', required: ['a'] } }
  const handler = (request: Anything) => ({ validation: request.validationError?.validationContext ?? null })
  for (const [name, attachValidation] of Object.entries({ yes: true, no: false, odd: 'yes' }))
    app.get(`/${name}`, { schema, attachValidation }, handler)
  const ask = async (name: string) => {
    const { statusCode, body } = await app.inject(`/${name}`)
    return statusCode === 200 ? body : statusCode
  }
  assert.deepEqual([await ask('yes'), await ask('no'), await ask('odd')], ['{"validation":"querystring"}', 400, 400])
})

test('routeOptions has the declared options of the route, and defaults for the rest', async () => {
  const { app } = createApp({ bodyLimit: 1000, handlerTimeout: 5000 })
  const handler = ({ routeOptions: { handler: _, schema, config, ...rest } }: Anything) => ({ ...rest, schema })
  const schema = { querystring: { type: 'object' } }
  app.get('/plain', { exposeHeadRoute: false }, handler)
  const own = { bodyLimit: 5, handlerTimeout: 100, attachValidation: true, logLevel: 'warn', exposeHeadRoute: false }
  app.get('/own', { ...own, schema, prefixTrailingSlash: 'slash', constraints: { version: '1.2.3' } }, handler)
  const read = async (url: string, headers = {}) => (await app.inject({ url, headers })).json()
  const plain = { bodyLimit: 1000, handlerTimeout: 5000, attachValidation: false, exposeHeadRoute: false, logLevel: '' }
  assert.deepEqual(await read('/plain'), { method: 'GET', url: '/plain', ...plain, prefixTrailingSlash: 'both' })
  assert.deepEqual(await read('/own', { 'accept-version': '1.2.3' }), {
    ...{ method: 'GET', url: '/own', ...own, prefixTrailingSlash: 'slash', version: '1.2.3' },
    schema
  })
})

test('onResponse and onError hooks of a route are called with request, reply and error', async (t) => {
  const { app } = createApp()
  t.after(() => app.close())
  const seen: string[] = []
  app.get(
    '/',
    {
      onResponse: [
        async (request: Anything, reply: Anything) => void seen.push(`one ${request.url} ${reply.statusCode}`)
      ],
      onError: async (_request: Anything, _reply: Anything, error: Error) => void seen.push(error.message)
    },
    () => {
      throw new Error('broken')
    }
  )
  await app.inject('/')
  assert.deepEqual(seen, ['broken', 'one / 500'])
})

test('a failing onResponse hook is logged once', async () => {
  const { app, lines } = createApp()
  app.register(async (child: Anything) => {
    child.addHook('onResponse', async () => {
      throw new Error('in the hook')
    })
    child.get('/', () => 'fine')
  })
  app.get('/outside', () => 'fine')
  for (const url of ['/', '/outside']) assert.equal((await app.inject(url)).body, 'fine')
  const told = lines.filter(({ level }) => level >= 40).map(({ msg, err }) => [msg, err?.message])
  assert.deepEqual(told, [['request errored', 'in the hook']])
})
