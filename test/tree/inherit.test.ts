import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

/** Declares in the root, in a child, in a grandchild and in a sibling, in mixed order. */
async function declareEverywhere(app: Anything, declare: (context: Anything, name: string) => void) {
  const contexts: Record<string, Anything> = { root: app }
  declare(app, 'root')
  app.register(
    async function child(own: Anything) {
      contexts.child = own
      declare(own, 'child')
      own.register(
        async function inner(below: Anything) {
          contexts.inner = below
          declare(below, 'inner')
        },
        { prefix: '/inner' }
      )
    },
    { prefix: '/child' }
  )
  app.register(
    async function beside(other: Anything) {
      contexts.beside = other
      declare(other, 'beside')
    },
    { prefix: '/beside' }
  )
  await app.after()
  return contexts
}

const places = { root: '/x', child: '/child/x', inner: '/child/inner/x', beside: '/beside/x' }

test('hooks run in order of declaration, outer contexts first, and not for sibling contexts', async () => {
  const { app } = createApp()
  const seen: string[] = []
  await declareEverywhere(app, (context, name) => {
    for (const turn of [1, 2]) context.addHook('onRequest', async () => void seen.push(`${name} ${turn}`))
    context.get('/x', () => name)
  })
  for (const [name, above] of [
    ['root', ['root']],
    ['child', ['root', 'child']],
    ['inner', ['root', 'child', 'inner']],
    ['beside', ['root', 'beside']]
  ] as const) {
    seen.length = 0
    assert.equal((await app.inject(places[name])).body, name)
    assert.deepEqual(
      seen,
      above.flatMap((one) => [`${one} 1`, `${one} 2`])
    )
  }
})

test('a late hook of an outer context runs after earlier hooks of inner ones', async () => {
  const { app } = createApp()
  const seen: string[] = []
  app.register(async (child: Anything) => {
    child.addHook('preHandler', async () => void seen.push('child'))
    child.get('/', () => '')
  })
  app.register(
    Object.assign(async (root: Anything) => root.addHook('preHandler', async () => void seen.push('late')), {
      [Symbol.for('skip-override')]: true
    })
  )
  await app.inject('/')
  assert.deepEqual(seen, ['child', 'late'])
})

test('error handlers are called from the nearest context outwards, with their context as this', async () => {
  const { app } = createApp()
  const seen: string[] = []
  const apps: Anything[] = []
  const contexts = await declareEverywhere(app, (context, name) => {
    context.setErrorHandler(function (this: Anything, error: Error) {
      seen.push(name)
      apps.push(this)
      throw error
    })
    context.get('/x', () => {
      throw new Error('x')
    })
  })
  await app.inject(places.inner)
  assert.deepEqual(seen, ['inner', 'child', 'root'])
  assert.ok(apps[0] === contexts.inner && apps[1] === contexts.child && apps[2] === app)
  seen.length = 0
  await app.inject(places.beside)
  assert.deepEqual(seen, ['beside', 'root'])
})

test('the nearest decorator wins, and siblings do not see it', async () => {
  const { app } = createApp()
  await declareEverywhere(app, (context, name) => {
    for (const kind of ['decorateRequest', 'decorateReply']) {
      context[kind]('where', () => name)
      if (name === 'child') context[kind]('ofChild', 'yes')
    }
    context.get('/x', (request: Anything, reply: Anything) => [
      ...[request.where(), reply.where(), 'ofChild' in request, 'ofChild' in reply]
    ])
  })
  const read = async (url: string) => (await app.inject(url)).json()
  assert.deepEqual(await read(places.root), ['root', 'root', false, false])
  assert.deepEqual(await read(places.child), ['child', 'child', true, true])
  assert.deepEqual(await read(places.inner), ['inner', 'inner', true, true])
  assert.deepEqual(await read(places.beside), ['beside', 'beside', false, false])
})

test('a context sees shared schemas of outer contexts, later ones included', async () => {
  const { app } = createApp()
  const contexts = await declareEverywhere(app, (context, name) => void context.addSchema({ $id: name }))
  contexts.root.addSchema({ $id: 'late' })
  const idsOf = (name: string) => Object.keys(contexts[name].getSchemas()).sort()
  assert.deepEqual(idsOf('root'), ['late', 'root'])
  assert.deepEqual(idsOf('child'), ['child', 'late', 'root'])
  assert.deepEqual(idsOf('inner'), ['child', 'inner', 'late', 'root'])
  assert.deepEqual(idsOf('beside'), ['beside', 'late', 'root'])
  assert.deepEqual(contexts.inner.getSchema('child'), { $id: 'child' })
  assert.equal(contexts.child.getSchema('inner'), undefined)
})

test('an unknown path gets the not-found handler of the nearest prefixed context that has one', async () => {
  const { app } = createApp()
  app.setNotFoundHandler(() => 'root')
  const callNotFound = (_request: unknown, reply: Anything) => void reply.callNotFound()
  app.register(
    async (child: Anything) => {
      child.setNotFoundHandler(() => 'child')
      child.register(
        async (inner: Anything) => {
          inner.get('/x', callNotFound)
          inner.register(async (plain: Anything) => void plain.get('/plain', callNotFound))
        },
        { prefix: '/inner' }
      )
    },
    { prefix: '/child' }
  )
  app.register(async (beside: Anything) => void beside.get('/x', callNotFound), { prefix: '/beside' })
  const bodyOf = async (url: string) => (await app.inject(url)).body
  const urls = [
    '/child/inner/x',
    '/child/inner/plain',
    '/child/inner/nothing',
    '/child/nothing',
    '/beside/x',
    '/nothing'
  ]
  assert.deepEqual(await Promise.all(urls.map(bodyOf)), ['child', 'child', 'child', 'child', 'root', 'root'])
})

test('hasPlugin finds a plugin in its context and below', async () => {
  const { app } = createApp()
  const named = (name: string) => Object.assign(async () => {}, { [Symbol.for('plugin-meta')]: { name } })
  const contexts = await declareEverywhere(app, (context, name) => void context.register(named(`of ${name}`)))
  const seen = (name: string) =>
    ['root', 'child', 'inner', 'beside'].map((one) => contexts[name].hasPlugin(`of ${one}`))
  assert.deepEqual(seen('root'), [true, false, false, false])
  assert.deepEqual(seen('child'), [true, true, false, false])
  assert.deepEqual(seen('inner'), [true, true, true, false])
  assert.deepEqual(seen('beside'), [true, false, false, true])
})

test('300 nested contexts inherit the validator compiler and call all error handlers', async () => {
  const { app } = createApp({ exposeErrors: true })
  let calls = 0
  app.setValidatorCompiler(() => () => ({ error: new Error('of the root') }))
  const nest = async (context: Anything, depth: number): Promise<void> => {
    context.setErrorHandler((error: Error) => {
      calls++
      throw error
    })
    if (depth > 0) context.register(async (child: Anything) => nest(child, depth - 1))
    else context.get('/', { schema: { querystring: { type: 'object' } } }, () => 'x')
  }
  await nest(app, 300)
  assert.equal((await app.inject('/')).json().message, 'of the root')
  assert.equal(calls, 301)
})
