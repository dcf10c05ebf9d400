import assert from 'node:assert/strict'
import { test } from 'node:test'
import espalier from 'espalier'
import type { Anything } from '../security/wild.ts'

test('routes that share a plan keep their own handler, config and URL', async () => {
  const app = espalier()
  for (const name of ['a', 'b']) {
    app.get(`/${name}`, { config: { name } as object }, async (request) => ({
      handler: name,
      ...request.routeOptions.config,
      described: request.routeOptions.url
    }))
  }
  for (const name of ['a', 'b']) {
    const { json } = await app.inject(`/${name}`)
    assert.deepEqual(json(), { handler: name, name, url: `/${name}`, method: 'GET', described: `/${name}` })
  }
})

test('bodyLimit of one route does not affect the next', async () => {
  const app = espalier()
  app.post('/small', { bodyLimit: 4 }, async () => 'ok')
  app.post('/large', async () => 'ok')
  app.post('/small-too', { bodyLimit: 4 }, async () => 'ok')
  const statusOf = async (url: string) =>
    (await app.inject({ method: 'POST', url, payload: { some: 'body' } })).statusCode
  assert.deepEqual([await statusOf('/small'), await statusOf('/large'), await statusOf('/small-too')], [413, 200, 413])
})

test('routes with the same hooks run them in their own order', async () => {
  const app = espalier()
  const mark =
    (text: string) =>
    async (
      _request: unknown,
      reply: { header(name: string, value: unknown): unknown; getHeader(name: string): unknown }
    ) => {
      reply.header('x-marks', `${reply.getHeader('x-marks') ?? ''}${text}`)
    }
  const [one, two] = [mark('1'), mark('2')]
  app.get('/none', async () => '')
  app.get('/one', { preHandler: one }, async () => '')
  app.get('/both', { preHandler: [one, two] }, async () => '')
  app.get('/both-turned', { preHandler: [two, one] }, async () => '')
  app.get('/both-again', { preHandler: [one, two] }, async () => '')
  const marksOf = async (url: string) => (await app.inject(url)).headers['x-marks']
  const marks = await Promise.all(['/none', '/one', '/both', '/both-turned', '/both-again'].map(marksOf))
  assert.deepEqual(marks, [undefined, '1', '12', '21', '12'])
})

test('equal routes in two contexts use the error handler of their own context', async () => {
  const app = espalier()
  for (const name of ['a', 'b']) {
    app.register(
      async (child) => {
        child.setErrorHandler(
          (error, _request, reply) => void reply.send(`${name} handles ${(error as Error).message}`)
        )
        child.get('/fails', async () => {
          throw new Error('it')
        })
        child.get('/fails-too', async () => {
          throw new Error('it')
        })
      },
      { prefix: `/${name}` }
    )
  }
  for (const name of ['a', 'b']) assert.equal((await app.inject(`/${name}/fails-too`)).body, `${name} handles it`)
})

test('routes that share a lazy plan respond in any order', async () => {
  const app = espalier({ compile: 'lazy' })
  for (const name of ['a', 'b']) app.get(`/${name}`, async () => name)
  assert.equal((await app.inject('/b')).body, 'b')
  assert.equal((await app.inject('/a')).body, 'a')
})

test('GET and its HEAD route run the hooks of the route, and those that onRoute adds to one of them', async () => {
  const app = espalier()
  const seen: string[] = []
  const note = (text: string) => async (request: { method: string }) => void seen.push(`${request.method} ${text}`)
  app.addHook('onRoute', (options) => {
    if (options.path !== '/changed') return
    const isHead = options.method === 'HEAD'
    Object.assign(options, isHead ? { preHandler: note('head alone') } : { onSend: note('get alone') })
  })
  app.get('/same', { preHandler: note('handler'), onSend: note('send') }, async () => 'text')
  app.get('/changed', async () => 'text')
  const textOf = async (method: 'GET' | 'HEAD', url: string) => {
    seen.length = 0
    const { payload, headers } = await app.inject({ method, url })
    return [payload, headers['content-length'], ...seen]
  }
  assert.deepEqual(await textOf('GET', '/same'), ['text', '4', 'GET handler', 'GET send'])
  assert.deepEqual(await textOf('HEAD', '/same'), ['', '4', 'HEAD handler', 'HEAD send'])
  assert.deepEqual(await textOf('GET', '/changed'), ['text', '4', 'GET get alone'])
  assert.deepEqual(await textOf('HEAD', '/changed'), ['', '4', 'HEAD head alone'])
})

test('a context inherits decorators, with and without decorators of its own', async () => {
  const app = espalier()
    .decorateRequest('where', () => 'root')
    .decorateReply('mark', 'root')
  app.register(async (plain) => {
    plain.get('/plain', async (request, reply) => [request.where(), reply.mark])
    plain.register(async (child) => {
      const own = child.decorateRequest('here', () => 'own').decorateReply('more', 'own')
      own.get('/own', async (request, reply) => [request.where(), request.here(), reply.mark, reply.more])
      own.register(async (below) => void below.get('/below', async (request) => [request.here(), 'more' in request]))
    })
    plain.get('/beside', async (request, reply) => ['here' in request, 'more' in reply])
  })
  const jsonOf = async (url: string) => (await app.inject(url)).json()
  assert.deepEqual(await jsonOf('/plain'), ['root', 'root'])
  assert.deepEqual(await jsonOf('/own'), ['root', 'own', 'root', 'own'])
  assert.deepEqual(await jsonOf('/below'), ['own', false])
  assert.deepEqual(await jsonOf('/beside'), [false, false])
})

/** How often plans are made: a plan that is made reads the hooks of its route, one that is shared does not. */
async function countPlans(declare: (app: Anything) => void, options: object = {}): Promise<number> {
  const app = espalier({ exposeHeadRoutes: false, ...options }) as Anything
  let reads = 0
  let isDeclared = false
  app.addHook('onRoute', (given: object) => {
    Object.defineProperty(given, 'onTimeout', { get: () => void (isDeclared && reads++), configurable: true })
  })
  declare(app)
  app.register(async () => {
    isDeclared = true
  })
  await app.ready()
  await app.close()
  return reads
}

const handler = () => ''

test('routes with and without a request body have one plan each', async () => {
  const made = await countPlans((app) => {
    for (const method of ['GET', 'POST', ['PUT', 'PATCH'], ['GET', 'POST']])
      app.route({ method, handler, url: `/${[method].flat().join('-')}` })
  })
  assert.equal(made, 2)
})

for (const [name, values] of [
  ['method', ['GET', 'TRACE']],
  ['url', ['/other']],
  ['path', ['/other']],
  ['handler', [() => 'other']],
  ['config', [{}, { a: 1 }]],
  ['constraints', [{ version: '1.0.0' }, { host: 'a.test' }]],
  ['exposeHeadRoute', [true, false]],
  ['prefixTrailingSlash', ['both', 'slash']],
  ['schema', [undefined]]
] as [string, unknown[]][]) {
  test(`routes that differ only by their ${name} share a plan`, async () => {
    const made = await countPlans((app) => {
      for (const [at, value] of [undefined, ...values].entries()) {
        const own = at === 0 ? {} : { [name]: value }
        app.route({ method: 'GET', handler, ...own, ...(!('url' in own) && !('path' in own) && { url: `/${at}` }) })
      }
    })
    assert.equal(made, 1)
  })
}

test('routes of one prefixed context share a plan, and contexts do not', async () => {
  const declare = (prefix: string) => (app: Anything) =>
    app.register(
      async (child: Anything) => {
        for (const url of ['/', '/a', '/b']) child.get(url, handler)
      },
      { prefix }
    )
  assert.equal(await countPlans(declare('/p')), 1)
  const both = (app: Anything) => {
    declare('/p')(app)
    declare('/q')(app)
  }
  assert.equal(await countPlans(both), 2)
})

for (const [what, options] of Object.entries({
  'a route option': [{ bodyLimit: 1 }, { bodyLimit: 2 }],
  'an unknown option': [{ ofSomePlugin: 1 }, { ofSomePlugin: 2 }],
  'a hook': [{ preHandler: async () => {} }, { preHandler: async () => {} }],
  'lists of hooks': [{ preHandler: [async () => {}] }, { preHandler: [] }],
  'schemas that are equal but not identical': [{ schema: {} }, { schema: {} }]
}))
  test(`routes that differ by ${what} have plans of their own`, async () => {
    const made = await countPlans((app) => {
      for (const [at, own] of [...options, ...options].entries()) app.get(`/${at}`, own, handler)
    })
    assert.equal(made, what.startsWith('schemas') ? 4 : 2)
  })

test('routes that differ only by onSend share a plan, as do GET and its HEAD route', async () => {
  const made = await countPlans((app) => {
    for (const [at, onSend] of [undefined, async () => {}, [async () => {}]].entries())
      app.get(`/${at}`, onSend === undefined ? {} : { onSend }, handler)
  })
  assert.equal(made, 1)
  assert.equal(await countPlans((app) => app.get('/', { exposeHeadRoute: true }, handler)), 1)
})

test('routes with equal lists of hooks share a plan, and a different order needs another', async () => {
  const [one, two] = [async () => {}, async () => {}]
  const made = await countPlans((app) => {
    for (const url of ['/a', '/b']) app.get(url, { preHandler: [one, two] }, handler)
    app.get('/turned', { preHandler: [two, one] }, handler)
  })
  assert.equal(made, 2)
})
