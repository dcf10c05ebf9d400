import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const taken: Record<string, string[]> = {
  decorateRequest: ['constructor', 'id', 'params', 'raw', 'query', 'log', 'body', 'server', 'ip', 'hostname', 'url'],
  decorateReply: ['constructor', 'raw', 'request', 'log', 'server']
}

for (const [verb, names] of Object.entries(taken)) {
  for (const name of names) {
    test(`${verb} leaves ${name} what it is`, () => {
      for (const value of [1, null, () => {}])
        assert.throws(() => createApp().app[verb](name, value), {
          code: 'FST_ERR_DEC_ALREADY_PRESENT',
          message: new RegExp(`'${name}'`)
        })
    })
  }
}

for (const verb of ['decorate', 'decorateRequest', 'decorateReply']) {
  test(`${verb} asks for what a decorator depends on`, () => {
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

  test(`${verb} declares a name once in a context, whatever it stands for`, () => {
    const { app } = createApp()
    for (const [name, value] of Object.entries({ plain: 1, helper: () => {}, accessor: { getter: () => 1 } })) {
      app[verb](name, value)
      for (const again of [1, () => {}, { getter: () => 1 }])
        assert.throws(() => app[verb](name, again), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
    }
  })
}

for (const verb of ['decorateRequest', 'decorateReply']) {
  test(`${verb} refuses a value that every ${verb.slice(8)} would share`, () => {
    for (const value of [{}, [], new Map(), { setter: 1 }])
      assert.throws(() => createApp().app[verb]('shared', value), { code: 'FST_ERR_DEC_REFERENCE_TYPE' })
  })

  test(`${verb}: below the context of a plain value a plain value is refused, and a function or an accessor wins`, async () => {
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

  test(`${verb}: an accessor reads and writes, and one without a setter is read only`, async () => {
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

test('getDecorator reads what is declared, with its context, and refuses what is not', () => {
  const { app } = createApp()
  app.decorate('count', 3)
  app.decorate('itself', function (this: unknown) {
    return this
  })
  assert.equal(app.getDecorator('count'), 3)
  assert.equal(app.getDecorator('itself').call(null), app)
  assert.throws(() => app.getDecorator('nothing'), { code: 'FST_ERR_DEC_UNDECLARED', message: /'nothing'.*instance/ })
})

test('an accessor of the app is computed each time, and a name that Object has is free', () => {
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
  test(`${verb}: what can be written only reads as nothing, and what is no accessor is a value`, async () => {
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

  test(`${verb}: what can only be read is replaced by an accessor, and by nothing else`, async () => {
    const name = verb === 'decorateRequest' ? 'hostname' : 'elapsedTime'
    const { app } = createApp()
    for (const value of [1, () => 'x'])
      assert.throws(() => app[verb](name, value), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
    app[verb](name, { getter: () => 'mine' })
    app.get('/', (request: Anything, reply: Anything) => (verb === 'decorateRequest' ? request : reply)[name])
    assert.equal((await app.inject('/')).body, 'mine')
  })
}

test('a member of requests and replies that can be written may be declared by a value, and one that has none by anything', () => {
  const { app } = createApp()
  for (const [verb, name] of [
    ['decorateRequest', 'headers'],
    ['decorateRequest', 'own'],
    ['decorateReply', 'statusCode'],
    ['decorateReply', 'code']
  ] as const)
    assert.doesNotThrow(() => app[verb](name, null), name)
})
