import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { neverFinishes } from '../../src/plan/never-finishing.ts'
import { type Anything, createApp } from '../security/wild.ts'

/** Makes a function of a source text, which the TypeScript compiler does not change. */
const make = (text: string): unknown => new Function(`return ${text}`)()

describe('functions that never finish', () => {
  const silent = [
    '(request, reply) => {}',
    '() => {}',
    'function (request, reply) {}',
    'function named (request) { request.log.info({ a: 1 }, "no // return") }',
    '(request) => { console.log("return", request.url); }',
    'request => { request.user = 1 }',
    '({ onRequest (request, reply) { request.a = 1 } }).onRequest',
    '(request) => { if (request.x) { request.y = 2 } /* return */ }',
    '(request) => { /* return\n */ request.x = 1 // throw\n }',
    "(request) => { request.x = 'it\\'s `return`' }",
    '(request) => { request.x = "a \\" return" }',
    '(request) => { for (;;) { while (request.x) { switch (request.y) { } } } }',
    '(request) => { try { request.x = 1 } catch (error) { request.y = error } }',
    '(request, reply) => { request.replying = 1; request.x = replyTo }',
    '(  request  ,  reply  ) => { request.log.warn("x") }',
    '( ) => { }',
    '(request) => {\n  \n}',
    '($) => { $.log.info(1) }',
    '$ => { $.x = 1 }',
    '_a1 => { _a1.log.info() }',
    'function $named (request) { request.x = 1 }',
    '(request) => { returned = awaiting + thrown + newly + thisOne }'
  ]
  for (const text of silent) test(text, () => assert.equal(neverFinishes(make(text), false), true))
})

describe('functions that can finish', () => {
  const others = [
    'async () => {}',
    'async function () {}',
    'async request => {}',
    'function * () {}',
    'class {}',
    'Math.max',
    '(() => {}).bind(null)',
    '(request, reply) => { reply.send() }',
    '(request, reply) => reply.send()',
    'request => request.x',
    '(request) => { return 1 }',
    '(request) => { throw new Error() }',
    '(request) => { check(request) }',
    '(request) => { request.go() }',
    '(request) => { request?.go?.() }',
    '(request) => { request.log.info(check()) }',
    '(request) => { new Thing() }',
    ['(request) => { request.x = `$', '{go()}` }'].join(''),
    '(request) => { setTimeout(() => request.x(), 1) }',
    '(request) => { request.x = /a/ }',
    '(request, ...rest) => {}',
    '({ log }, reply) => {}',
    '(request, reply = 1) => {}',
    'function () { this.x = 1 }',
    'function () { arguments[2]() }',
    '(request, reply) => { request.x = reply }',
    '( request , reply ) => { request.x = reply }',
    '(request) => { console.log.call(request) }',
    '(request) => { myconsole.log(1) }',
    '(request) => { a.console.log(1) }',
    '(request) => { console[request.x](1) }',
    '(request) => { forEach(request) }',
    '(request) => { doif(request) }',
    '(request) => { other.request.log.info(1) }',
    '(request) => { requests.log.info(1) }',
    '(request) => { request.logger.info(1) }',
    '(request) => { (request.x)() }',
    '(request) => { request.list[0]() }',
    'request => { await_(request) }',
    '() => { super_() }',
    '(request) => { eval("1") }',
    '(request) => { import("x") }',
    '(request) => { yield_: request.x = function () {} }',
    '(request) => { request.x = 4 / 2 }',
    '(request) => ({})',
    '(request) => [{}]'
  ]
  for (const text of others) test(text, () => assert.equal(neverFinishes(make(text), false), false))

  for (const text of ['() => {}', '() => { }', '() => {\n  \n}', 'function () {\t}'])
    test(`an empty handler: ${JSON.stringify(text)}`, () => assert.equal(neverFinishes(make(text), true), false))
})

test('a handler with only a string or a comment never finishes', () => {
  for (const text of [
    "() => { 'use strict' }",
    '() => { "text" }',
    '() => { /* nothing */ }',
    '() => { // nothing\n }'
  ])
    assert.equal(neverFinishes(make(text), true), true, text)
})

test('an empty function is accepted as a handler and rejected as a hook', () => {
  const empty = make('() => {}')
  assert.deepEqual(
    [neverFinishes(empty, true), neverFinishes(empty, false), neverFinishes(empty, true)],
    [false, true, false]
  )
})

describe('a function is recognized in every notation', () => {
  const heads = [
    'request=>',
    'request  =>  ',
    '(request)=>',
    '( request , reply )  =>  ',
    'function(request)',
    'function  named  ( request )  '
  ]
  for (const head of heads)
    for (const body of ['{request.a=1}', '{ request.a = 1 }', '{\n  request.a = 1\n}']) {
      const text = `${head}${body}`
      test(text, () => assert.equal(neverFinishes(make(`(${text})`), false), true))
    }
})

for (const given of [undefined, null, 1, 'text', {}, [], Symbol('x')])
  test(`${String(given)} is ignored`, () => {
    assert.deepEqual([neverFinishes(given, true), neverFinishes(given, false)], [false, false])
  })

test('a function with its own toString is ignored', () => {
  const impostor = Object.assign(make('async () => {}') as object, { toString: () => '() => {}' })
  assert.equal(neverFinishes(impostor, false), false)
})

/** Returns the message with which an app with a silent function fails to start. */
async function refusalOf(declare: (app: Anything) => unknown): Promise<string> {
  const { app } = createApp()
  declare(app)
  try {
    await app.ready()
  } catch (error) {
    assert.equal((error as Anything).code, 'ESP_ERR_NEVER_FINISHES')
    return (error as Error).message
  }
  return 'none'
}

const named = (text: string, name: string) => Object.defineProperty(make(text) as object, 'name', { value: name })
const fix = { hook: "Make it async, or call 'done' in it", handler: 'Return the payload, or give it to reply.send()' }

test('the error of a silent handler names its route and its name, or the start of its text', async () => {
  for (const [handler, shown] of [
    [named('(request) => { request.x = 1 }', 'forgetful'), "'forgetful'"],
    [named('(request) => { request.x = 1 }', ''), '(request) => { request.x = 1 }'],
    [named('(request) =>  {\n\n   request.x \t= 1 }', ''), '(request) => { request.x = 1 }'],
    [
      named(`(request) => { request.x = ${'1'.repeat(28)} }`, ''),
      `(request) => { request.x = ${'1'.repeat(28)} }`.slice(0, 60)
    ],
    [named(`(request) => { request.x = ${'1'.repeat(31)} }`, ''), `(request) => { request.x = ${'1'.repeat(31)} }`],
    [named(`(request) => { request.x = ${'1'.repeat(32)} }`, ''), `(request) => { request.x = ${'1'.repeat(32)} …`]
  ] as const) {
    const message = await refusalOf((app) => app.route({ method: ['GET', 'PUT'], url: '/a', handler }))
    assert.ok(message.startsWith(`The handler ${shown} of GET,PUT /a `), message)
    assert.ok(message.includes('does not use the reply') && message.includes(fix.handler), message)
  }
})

const positions = {
  onRequest: 2,
  preParsing: 3,
  preValidation: 2,
  preHandler: 2,
  preSerialization: 3,
  onSend: 3,
  onError: 3
}

for (const [name, doneAt] of Object.entries(positions)) {
  const withLength = (length: number) =>
    Object.defineProperty(named('(request) => { request.x = 1 }', 'quiet'), 'length', { value: length })

  test(`a silent ${name} hook is rejected with the name of its plugin, and one with done boots`, async () => {
    const says = (plugin: string) =>
      new RegExp(`^The ${name} hook 'quiet' of '${plugin}' .*takes no 'done'.*${fix.hook.replace(/[().]/g, '.')}`)
    const ofContext = await refusalOf((app) =>
      app.register(async function shop(child: Anything) {
        child.addHook(name, withLength(doneAt))
        child.get('/', () => '')
      })
    )
    assert.match(ofContext, says('shop'))
    const ofRoute = await refusalOf((app) =>
      app.register(async function shop(child: Anything) {
        child.get('/', { [name]: [async () => {}, withLength(doneAt)] }, () => '')
      })
    )
    assert.match(ofRoute, says('shop'))
    const above = await refusalOf((app) => {
      app.addHook(name, withLength(doneAt))
      app.register(async function shop(child: Anything) {
        child.get('/', () => '')
      })
    })
    assert.match(above, says('app'))
    const takesDone = (app: Anything) => {
      app.addHook(name, withLength(doneAt + 1))
      app.get('/', { [name]: withLength(doneAt + 1) }, () => '')
    }
    assert.equal(await refusalOf(takesDone), 'none')
  })
}

for (const name of ['onResponse', 'onTimeout'])
  test(`a silent ${name} hook boots`, async () => {
    const quiet = make('(request) => { request.x = 1 }')
    assert.equal(await refusalOf((app) => app.addHook(name, quiet).get('/', { [name]: quiet }, () => '')), 'none')
  })

test('an empty handler boots, and an empty hook does not', async () => {
  const empty = make('() => {}')
  assert.equal(await refusalOf((app) => app.get('/', empty)), 'none')
  assert.match(await refusalOf((app) => app.addHook('onRequest', empty).get('/', () => '')), /^The onRequest hook/)
})
