import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const taken: Record<string, string[]> = {
  decorateRequest: ['constructor', 'id', 'params', 'raw', 'query', 'log', 'body', 'server', 'ip', 'hostname', 'url'],
  decorateReply: ['constructor', 'raw', 'request', 'log', 'server']
}

for (const [verb, names] of Object.entries(taken)) {
  for (const name of names) {
    test(`${verb} throws for the built-in member ${name}`, () => {
      for (const value of [1, null, () => {}])
        assert.throws(() => createApp().app[verb](name, value), {
          code: 'FST_ERR_DEC_ALREADY_PRESENT',
          message: new RegExp(`'${name}'`)
        })
    })
  }
}

for (const verb of ['decorate', 'decorateRequest', 'decorateReply']) {
  test(`${verb} throws for invalid or missing dependencies`, () => {
    const { app } = createApp()
    for (const dependencies of [undefined, null, []]) app[verb](`of ${dependencies}`, 1, dependencies)
    for (const dependencies of ['text', {}, 1, false])
      assert.throws(() => app[verb]('wrong', 1, dependencies), {
        code: 'FST_ERR_DEC_DEPENDENCY_INVALID_TYPE',
        message: /wrong/
      })
    app[verb]('known', 1)
    app[verb]('dependent', 1, ['known'])
    assert.throws(() => app[verb]('hopeful', 1, ['known', 'unknown']), {
      code: 'FST_ERR_DEC_MISSING_DEPENDENCY',
      message: /'unknown'/
    })
    const has = {
      decorate: 'hasDecorator',
      decorateRequest: 'hasRequestDecorator',
      decorateReply: 'hasReplyDecorator'
    }[verb]
    assert.deepEqual(
      ['known', 'dependent', 'hopeful', 'wrong'].map((name) => app[has as string](name)),
      [true, true, false, false]
    )
  })

  test(`${verb} throws for a second declaration of a name in a context`, () => {
    const { app } = createApp()
    for (const [name, value] of Object.entries({ plain: 1, helper: () => {}, accessor: { getter: () => 1 } })) {
      app[verb](name, value)
      for (const again of [1, () => {}, { getter: () => 1 }])
        assert.throws(() => app[verb](name, again), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
    }
  })
}

for (const verb of ['decorateRequest', 'decorateReply']) {
  test(`${verb} throws for an object that every ${verb.slice(8)} would share`, () => {
    for (const value of [{}, [], new Map(), { setter: 1 }])
      assert.throws(() => createApp().app[verb]('shared', value), { code: 'FST_ERR_DEC_REFERENCE_TYPE' })
  })

  test(`${verb}: a child can redeclare with a function or an accessor, and not a value with a value`, async () => {
    const { app } = createApp()
    app[verb]('plain', 1)
    app[verb]('helper', () => 'above')
    app.register(async (child: Anything) => {
      assert.throws(() => child[verb]('plain', 2), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
      child[verb]('helper', 3)
      child.get('/value', (request: Anything, reply: Anything) => {
        const holder = verb === 'decorateRequest' ? request : reply
        return { plain: holder.plain, helper: holder.helper }
      })
    })
    app.register(async (child: Anything) => {
      child[verb]('plain', () => 'below')
      child[verb]('helper', { getter: () => 'read' })
      child.get('/shared', (request: Anything, reply: Anything) => {
        const holder = verb === 'decorateRequest' ? request : reply
        return { plain: holder.plain(), helper: holder.helper }
      })
    })
    assert.deepEqual((await app.inject('/value')).json(), { plain: 1, helper: 3 })
    assert.deepEqual((await app.inject('/shared')).json(), { plain: 'below', helper: 'read' })
  })

  test(`${verb}: an accessor reads and writes, and is read-only without a setter`, async () => {
    const { app } = createApp()
    const values = new WeakMap<object, unknown>()
    app[verb]('both', {
      getter(this: object) {
        return values.get(this) ?? 'unset'
      },
      setter(this: object, value: unknown) {
        values.set(this, value)
      }
    })
    app[verb]('readable', { getter: () => 'fixed' })
    app.get('/', (request: Anything, reply: Anything) => {
      const holder = verb === 'decorateRequest' ? request : reply
      const before = holder.both
      holder.both = 'set'
      assert.throws(() => {
        holder.readable = 1
      }, TypeError)
      return { before, after: holder.both, readable: holder.readable }
    })
    assert.deepEqual((await app.inject('/')).json(), { before: 'unset', after: 'set', readable: 'fixed' })
  })
}

test('getDecorator returns a declared decorator, with functions bound to the app, and throws otherwise', () => {
  const { app } = createApp()
  app.decorate('count', 3)
  app.decorate('itself', function (this: unknown) {
    return this
  })
  assert.equal(app.getDecorator('count'), 3)
  assert.equal(app.getDecorator('itself').call(null), app)
  assert.throws(() => app.getDecorator('nothing'), { code: 'FST_ERR_DEC_UNDECLARED', message: /'nothing'.*instance/ })
})

test('an accessor of the app is called at each access, and is enumerable and configurable', () => {
  const { app } = createApp()
  let reads = 0
  app.decorate('reads', { getter: () => ++reads })
  assert.deepEqual([app.reads, app.reads], [1, 2])
  app.decorate('written', { getter: () => reads, setter: (value: number) => (reads = value) })
  app.written = 9
  assert.equal(app.written, 9)
  for (const name of ['reads', 'written']) {
    const { enumerable, configurable } = Object.getOwnPropertyDescriptor(app, name) ?? {}
    assert.deepEqual([enumerable, configurable], [true, true])
  }
})

for (const verb of ['decorateRequest', 'decorateReply']) {
  test(`${verb}: an accessor with only a setter reads as undefined`, async () => {
    const { app } = createApp()
    const written: unknown[] = []
    app[verb]('written', { setter: (value: unknown) => void written.push(value) })
    app.get('/', (request: Anything, reply: Anything) => {
      const holder = verb === 'decorateRequest' ? request : reply
      holder.written = 1
      return { read: holder.written ?? null }
    })
    assert.deepEqual((await app.inject('/')).json(), { read: null })
    assert.deepEqual(written, [1])
  })

  test(`${verb}: a read-only member can be replaced by an accessor, and by nothing else`, async () => {
    const name = verb === 'decorateRequest' ? 'hostname' : 'elapsedTime'
    const { app } = createApp()
    for (const value of [1, () => 'x'])
      assert.throws(() => app[verb](name, value), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
    app[verb](name, { getter: () => 'mine' })
    app.get('/', (request: Anything, reply: Anything) => (verb === 'decorateRequest' ? request : reply)[name])
    assert.equal((await app.inject('/')).body, 'mine')
  })
}

test('decorateRequest and decorateReply replace writable members and methods, and add new names', async () => {
  const { app } = createApp()
  app.decorateRequest('headers', null)
  app.decorateRequest('own', null)
  app.decorateReply('statusCode', null)
  app.decorateReply('code', null)
  app.get('/', (request: Anything, reply: Anything) => [request.headers, request.own, reply.statusCode, reply.code])
  assert.deepEqual((await app.inject('/')).json(), [null, null, null, null])
})
