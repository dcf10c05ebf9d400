/**
 * The source texts from which find-my-way makes its functions. The interpreter knows all texts of the installed release, gives functions that behave
 * like their code, and rejects every other text.
 */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { interpret } from '../../src/plan/interpreted-function.ts'
import { createRouter } from '../../src/plan/router.ts'
import { runNode, runRestricted } from '../ahead/running.ts'
import { budget, fixed } from '../fuzz/budget.ts'

const require = createRequire(import.meta.url)

interface Text {
  readonly parameters: string
  readonly body: string
}

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Runs code that adds routes. Returns the texts from which functions were made meanwhile. */
function textsOf(run: () => void): Text[] {
  const texts: Text[] = []
  const real = globalThis.Function
  globalThis.Function = new Proxy(real, {
    construct(target, args: string[], newTarget) {
      // The router tests with a text without parameters whether code generation is allowed.
      if (args.length > 1) texts.push({ parameters: args.slice(0, -1).join(), body: args.at(-1) ?? '' })
      return Reflect.construct(target, args, newTarget as never)
    }
  })
  try {
    run()
  } finally {
    globalThis.Function = real
  }
  return texts
}

const isKnown = ({ parameters }: Text) => ['path,i', 'NullObject', 'derivedConstraints', 'req,ctx'].includes(parameters)

const strategy = (name: string, mustMatchWhenDerived: boolean) => ({
  name,
  mustMatchWhenDerived,
  storage() {
    const stored = new Map<unknown, unknown>()
    return {
      get: (value: unknown) => stored.get(value) ?? null,
      set: (key: unknown, value: unknown) => stored.set(key, value)
    }
  },
  deriveConstraint: () => 'x'
})

const segment = fc.oneof(
  fc.constantFrom('a', 'b', 'book', 'books', 'a-much-longer-segment', 'é', '%20', "'", '"'),
  fc.constantFrom(':id', ':a', ':b', ':file.png', ':n(^\\d+$)', ':é', ':"', ":x'y")
)
const route = fc.record({
  url: fc.oneof(
    { weight: 9, arbitrary: fc.array(segment, { maxLength: 7 }).map((segments) => `/${segments.join('/')}`) },
    { weight: 1, arbitrary: fc.constantFrom('*', '/*') }
  ),
  constraints: fc.constantFrom(
    {},
    { version: '1.0.0' },
    { host: 'a.com' },
    { secret: 'x' },
    { mild: 'y' },
    { host: 'a.com', secret: 'x' }
  )
})

function textsOfRoutes(routes: readonly { url: string; constraints: object }[]): Text[] {
  return textsOf(() => {
    const constraints = { secret: strategy('secret', true), mild: strategy('mild', false) }
    const router = createRouter({ constraints: constraints as never })
    for (const { url, constraints } of routes) {
      try {
        router.add(['GET'], url, constraints, () => {}, null)
      } catch {}
    }
  })
}

/** Calls a function of one of the texts with suitable inputs, and returns its results. */
const observe: Record<string, (method: Method) => unknown> = {
  'path,i': (method) =>
    ['/book', '/books', '/a', 'é', 'xbooks', '%20', ''].flatMap((path) => [0, 1].map((i) => method(path, i))),
  NullObject(method) {
    class NullObject {}
    Object.setPrototypeOf(NullObject.prototype, null)
    const create = method(NullObject) as Method
    return Object.entries(create(1, 2, 3, 4, [5, 6, 7, 8, 9]) as object)
  },
  derivedConstraints(method) {
    const store = (bits: number) => ({ get: (value: unknown) => (value === 'x' ? bits : undefined) })
    const storage = {
      handlers: Array.from({ length: 31 }, (_, index) => index),
      constrainedHandlerStores: { version: store(1), host: store(2), secret: store(3), mild: store(6) }
    }
    const names = Object.keys(storage.constrainedHandlerStores)
    return names.flatMap((one) =>
      names.flatMap((two) => [undefined, 'x', 'y'].map((value) => method.call(storage, { [one]: 'x', [two]: value })))
    )
  },
  'req,ctx'(method) {
    const derive = (name: string) => ({ deriveConstraint: (_: unknown, context: unknown) => [name, context] })
    const constrainer = { strategies: { secret: derive('secret'), mild: derive('mild') } }
    return [{ host: 'h' }, { ':authority': 'a' }, { 'accept-version': '1' }].map((headers) =>
      method.call(constrainer, { headers }, 'context')
    )
  }
}

const outcome = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return (error as Error).name
  }
}

const asCode = ({ parameters, body }: Text) => new Function(...parameters.split(','), body) as Method

function assertSame(text: Text): void {
  const look = observe[text.parameters] as (method: Method) => unknown
  const method = interpret(text.parameters, text.body) as Method
  assert.deepEqual(
    outcome(() => look(method)),
    outcome(() => look(asCode(text))),
    text.body
  )
}

test('a number with a leading zero is rejected', () => {
  const texts = textsOfRoutes(['x', 'y'].map((secret) => ({ url: '/a', constraints: { secret } })))
  const found = texts.find(({ body }) => /mask = -?[1-9]/.test(body)) as Text
  assertSame(found)
  for (const pattern of [/(mask = -?)/, /(candidates = -?)/])
    assert.throws(() => interpret(found.parameters, found.body.replace(pattern, '$10')), {
      code: 'ESP_ERR_ROUTER_UNSUPPORTED'
    })
})

test('every function text of the router is known and behaves like its code', () => {
  const seen = new Set<string>()
  const law = fc.property(fc.array(route, { minLength: 1, maxLength: 8 }), (routes) => {
    for (const text of textsOfRoutes(routes)) {
      assert.ok(isKnown(text), text.body)
      seen.add(text.parameters)
      assertSame(text)
    }
  })
  fc.assert(law, fixed(60))
  assert.deepEqual([...seen].sort(), ['NullObject', 'derivedConstraints', 'path,i', 'req,ctx'])
  fc.assert(law, budget(150))
})

test('a function text with one changed character is rejected or behaves like its code', () => {
  const change = fc.record({
    at: fc.nat(600),
    put: fc.constantFrom('', ' ', '\n', '!', '0', '1', 'x', '|', '&', '(', ')', ';')
  })
  let refused = 0
  const law = fc.property(route, fc.nat(9), change, (given, which, { at, put }) => {
    const texts = textsOfRoutes([given, { url: '/bo', constraints: { version: '2.0.0' } }])
    const { parameters, body } = texts[which % texts.length] as Text
    const place = at % body.length
    const changed = { parameters, body: `${body.slice(0, place)}${put}${body.slice(place + 1)}` }
    const interpreted = outcome(() => interpret(parameters, changed.body))
    if (typeof interpreted === 'function') assertSame(changed)
    else refused++
  })
  fc.assert(law, fixed(500))
  assert.ok(refused > 330, `${refused} were refused`)
  fc.assert(law, budget(1500))
})

for (const [parameters, body] of [
  ['path,i', ''],
  ['path,i', "'use strict'\nreturn true"],
  ['path,i', "'use strict'\nreturn path.startsWith('ook', i + 1)"],
  ['derivedConstraints', ''],
  ['derivedConstraints', "'use strict'\nreturn this.handlers[0]"],
  ['req,ctx', "'use strict'\nreturn { tenant: req.tenant }"],
  ['NullObject', "'use strict'\nreturn () => new NullObject()"]
] as const) {
  test(`the unknown text ${JSON.stringify(body)} of (${parameters}) throws, and the message says what to install`, () => {
    const { dependencies } = require('espalier/package.json')
    const isRight = ({ code, message }: Error & { code?: string }) =>
      code === 'ESP_ERR_ROUTER_UNSUPPORTED' &&
      message.includes(`Install find-my-way ${dependencies['find-my-way']}, or start`)
    assert.throws(() => interpret(parameters, body), isRight)
  })
}

test('package.json pins find-my-way to the release that the tests use', () => {
  const { dependencies } = require('espalier/package.json')
  assert.equal(dependencies['find-my-way'], require('find-my-way/package.json').version)
})

const program = `
import { withFunctions } from './.build/src/plan/interpreted-function.js'
const real = globalThis.Function
const text = ["path", "i", "'use strict'\\nreturn path.charCodeAt(i + 1) === 111"]
const notes = []
const note = (run) => {
  try {
    notes.push(run())
  } catch (error) {
    notes.push(error.name)
  }
}
note(() => withFunctions(() => globalThis.Function === real))
note(() => withFunctions(() => new Function(...text)('xo', 0)))
note(() => withFunctions(() => (() => {}) instanceof Function))
note(() => withFunctions(() => new Function('a', 'return a')(1)))
note(() => withFunctions(() => new Function('return 1')()))
note(() => globalThis.Function === real)
console.log(JSON.stringify(notes))
`

test('Function is replaced only while a route is added and code generation is forbidden', async () => {
  const run = ['--input-type=module', '-e', program]
  const [free, restricted] = await Promise.all([runNode(run), runRestricted(run)])
  assert.deepEqual(JSON.parse(free.stdout), [true, true, true, 1, 1, true])
  assert.deepEqual(JSON.parse(restricted.stdout), [false, true, true, 'EvalError', 'EvalError', true])
})
