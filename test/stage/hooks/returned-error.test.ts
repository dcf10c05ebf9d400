/**
 * The law: an error that a guard, a function of `derive` or a hook returns or resolves to is thrown. No later handler runs, and the response, the
 * calls of `onError` hooks and the log are those of the same application with `throw` in place of `return`. An error in a member is data.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { guard as typedGuard, shared as typedShared } from '../../../src/index.ts'
import { documented } from '../../../src/openapi/index.ts'
import { budget } from '../../fuzz/budget.ts'
import { errorKinds, thenableError } from '../../security/error-kinds.ts'
import { type Anything, createApp, type Injected, type Line, type Options } from '../../security/wild.ts'

const [guard, shared] = [typedGuard as Anything, typedShared as Anything]

const waysIn = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const
const waysOut = ['preSerialization', 'onSend', 'onError', 'onResponse'] as const
type Stage = (typeof waysIn | typeof waysOut)[number]

/** How many parameters come before `done`. */
const arity = (stage: Stage) => (/preParsing|preSerialization|onSend|onError/.test(stage) ? 3 : 2)

type Way = 'return' | 'throw'

/** A way in which a function ends: it returns, resolves to or passes to `done` the result of `make`, or throws it. */
type Style = (make: () => unknown, way: Way, stage: Stage) => Anything

const settleLater = (settle: () => void) => void setImmediate(settle)
const thenableOf = (make: () => unknown, way: Way) => ({
  // biome-ignore lint/suspicious/noThenProperty: a promise of another library
  then: (resolve: Anything, reject: Anything) => settleLater(() => (way === 'return' ? resolve : reject)(make()))
})
const end = (make: () => unknown, way: Way) => {
  if (way === 'throw') throw make()
  return make()
}
/** Gives a function the parameters that a hook of callbacks has. */
const callback = (stage: Stage, fn: (done: Anything) => unknown) =>
  arity(stage) === 2
    ? (_request: unknown, _reply: unknown, done: Anything) => fn(done)
    : (_request: unknown, _reply: unknown, _payload: unknown, done: Anything) => fn(done)

/** Styles of every function. */
const styles: Readonly<Record<string, Style>> = {
  'at once': (make, way) => () => end(make, way),
  async: (make, way) => async () => end(make, way),
  later: (make, way) => async () => {
    await new Promise(setImmediate)
    return end(make, way)
  },
  'by a thenable': (make, way) => () => thenableOf(make, way)
}
/** Styles of hooks only. */
const hookStyles: Readonly<Record<string, Style>> = {
  ...styles,
  'with done, at once': (make, way, stage) => callback(stage, () => end(make, way)),
  'to done': (make, way, stage) =>
    callback(stage, (done) => void (way === 'return' ? done(null, make()) : done(make()))),
  'to done, later': (make, way, stage) =>
    callback(stage, (done) => settleLater(() => (way === 'return' ? done(null, make()) : done(make()))))
}

interface Place {
  readonly context: number
  readonly stage: Stage
  readonly form: string
  readonly style: string
  readonly kind: string
  readonly status: number
}

/** The forms in which a function can be declared. */
const forms: Readonly<Record<string, (app: Anything, route: Anything, stage: Stage, fn: Anything) => void>> = {
  hook: (app, _route, stage, fn) => app.addHook(stage, fn),
  'a hook of the route': (_app, route, stage, fn) => {
    route[stage] = [...(route[stage] ?? []), fn]
  },
  guard: (app, _route, stage, fn) => app.addHook(stage, guard(fn)),
  'a documented guard': (app, _route, stage, fn) =>
    app.addHook(stage, documented(guard(fn), { errors: [401] } as never)),
  'a guard of the route': (_app, route, stage, fn) => {
    route[stage] = [...(route[stage] ?? []), guard(fn)]
  },
  'a marked hook': (app, _route, stage, fn) => app.addHook(stage, guard()(fn)),
  derive: (app, _route, stage, fn) => app.derive(stage, fn),
  'derive of a shared plugin': (app, _route, stage, fn) =>
    app.register(shared({ name: `p${Math.random()}`, setup: (inner: Anything) => inner.derive(stage, fn) }))
}
const isOfHooks = (form: string) => /hook/.test(form)

const place = fc
  .record({
    context: fc.nat(3),
    stage: fc.constantFrom<Stage[]>(...waysIn, ...waysIn, ...waysOut),
    form: fc.constantFrom(...Object.keys(forms)),
    style: fc.constantFrom(...Object.keys(hookStyles)),
    kind: fc.constantFrom(...Object.keys(errorKinds), 'thenable'),
    status: fc.constantFrom(400, 401, 403, 418, 500, 503)
  })
  .filter(({ stage, form, style }) => isOfHooks(form) || (stage in errorless && style in styles))
  // An async function awaits a thenable that it returns, so the value never arrives.
  .filter(({ kind, style }) => kind !== 'thenable' || style === 'at once' || style.includes('done'))
const errorless: Readonly<Record<string, true>> = Object.fromEntries(waysIn.map((stage) => [stage, true]))

const tree = fc.record({
  /** The parent of each context but the first. */
  parents: fc.tuple(fc.constant(0), fc.nat(1), fc.nat(2)),
  places: fc.array(place, { minLength: 1, maxLength: 4 })
})
type Tree = typeof tree extends fc.Arbitrary<infer Value> ? Value : never

const contexts = [0, 1, 2, 3]

/** The response, or null if it has not come after far more turns of the event loop than the functions take. */
async function unlessHung(pending: Promise<Injected>): Promise<Injected | null> {
  let answer: Injected | null = null
  pending.then((given) => {
    answer = given
  })
  for (let turn = 0; turn < 5000 && answer === null; turn++) await new Promise(setImmediate)
  return answer
}

/** The responses, the errors of `onError` hooks and the log of an application, and the handlers that ran. */
async function observe({ parents, places }: Tree, way: Way, options: Options) {
  const { app, lines } = createApp(options)
  const seen: string[] = []
  const failures: unknown[] = []
  const declare = (context: Anything, index: number) => {
    const route: Anything = {
      onError: [async (_: unknown, __: unknown, error: Anything) => void failures.push(error?.message)]
    }
    for (const { form, stage, style, kind, status } of places.filter((one) => one.context === index)) {
      const make = () => (kind === 'thenable' ? thenableError(status) : errorKinds[kind]?.(status))
      forms[form]?.(context, route, stage, hookStyles[style]?.(make, way, stage))
    }
    context.post(`/${index}`, route, () => {
      seen.push(`/${index}`)
      return { from: index }
    })
    for (const child of contexts.filter((one) => one > 0 && parents[one - 1] === index))
      context.register(async (below: Anything) => declare(below, child))
  }
  declare(app, 0)
  const answers = []
  for (const index of contexts) {
    const answer = await unlessHung(app.inject({ method: 'POST', url: `/${index}`, payload: { a: 1 } }))
    if (answer === null) return { answers: 'one never came', seen, failures, log: [] }
    answers.push({ statusCode: answer.statusCode, type: answer.headers['content-type'], body: answer.body })
  }
  await app.close()
  return { answers, seen, failures, log: lines.map(toComparable) }
}

const toComparable = ({ level, msg, err }: Line) => [level, msg, err?.message, err?.code, err?.type]

/** The contexts whose requests a function refuses before the handler. */
function refused({ parents, places }: Tree): string[] {
  const above = (index: number): number[] => (index === 0 ? [0] : [index, ...above(parents[index - 1] as number)])
  const stops = ({ context, form, stage }: Place, index: number) =>
    stage in errorless && (/route/.test(form) ? context === index : above(index).includes(context))
  return contexts.filter((index) => places.some((one) => stops(one, index))).map((index) => `/${index}`)
}

test('an application whose functions return errors behaves as one whose functions throw them', async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.boolean(), async (given, exposeErrors) => {
      const returning = await observe(given, 'return', { exposeErrors })
      const passed = refused(given).filter((path) => returning.seen.includes(path))
      assert.deepEqual(passed, [], 'a handler ran behind a function that returned an error')
      assert.deepEqual(returning, await observe(given, 'throw', { exposeErrors }))
    }),
    budget(300)
  )
})

for (const [kind, make] of Object.entries(errorKinds)) {
  test(`${kind} that a guard or derive returns sets the status of the response`, async () => {
    for (const stage of waysIn) {
      const { app } = createApp()
      app.get('/', { [stage]: guard(async () => make(401)) }, () => 'reached')
      app.register(async (child: Anything) => child.derive(stage, () => make(403)).get('/derived', () => 'reached'))
      assert.deepEqual([(await app.inject('/')).statusCode, (await app.inject('/derived')).statusCode], [401, 403])
    }
  })
}

test('a function that sends a response and returns an error has the same outcome as one that throws it', async () => {
  for (const kind of ['hook', 'guard', 'derive']) {
    const outcomes = await Promise.all(
      (['return', 'throw'] as const).map(async (way) => {
        const { app, lines } = createApp({ exposeErrors: false })
        const fn = async (_request: Anything, reply: Anything) => {
          reply.code(202).send('sent')
          return end(() => new Error('after the answer'), way)
        }
        forms[kind]?.(app, {}, 'onRequest', fn)
        app.get('/', () => 'reached')
        const { statusCode, body } = await app.inject('/')
        return { statusCode, body, log: lines.map(toComparable) }
      })
    )
    assert.deepEqual(outcomes[0], outcomes[1])
  }
})

for (const stage of [...waysIn, 'preSerialization', 'onSend'] as const) {
  test(`a ${stage} hook that returns an error, also by a thenable, or passes one to done does not hang the request`, async () => {
    for (const style of ['with done, at once', 'by a thenable', 'to done']) {
      const { app } = createApp()
      const make = () => errorKinds.Error?.(418)
      app.get('/', { [stage]: hookStyles[style]?.(make, 'return', stage) }, () => ({ reached: true }))
      assert.equal((await unlessHung(app.inject('/')))?.statusCode, 418, style)
    }
  })
}

test('an error that a hook returns after it has called done is logged as settled twice', async () => {
  const { app, lines } = createApp()
  app.addHook('onRequest', (_request: Anything, _reply: Anything, done: Anything) => {
    done()
    return new Error('second')
  })
  app.get('/', () => 'reached')
  assert.equal((await app.inject('/')).body, 'reached')
  assert.match(String(lines.find(({ err }) => err?.message === 'second')?.msg), /settled twice/)
})

test('an error in a member of a returned object is data', async () => {
  const problem = new Error('data')
  const { app } = createApp()
  app.derive('onRequest', () => ({ problem }))
  app.addHook(
    'preHandler',
    guard(async () => ({ list: [problem], cause: { problem } }))
  )
  app.addHook('onRequest', async () => ({ problem }))
  app.addHook('preSerialization', async (_request: Anything, _reply: Anything, payload: Anything) => ({
    ...payload,
    problem
  }))
  app.get('/', (request: Anything) => ({
    same: [request.problem, request.list[0], request.cause.problem].every((one) => one === problem)
  }))
  assert.deepEqual((await app.inject('/')).json(), { same: true, problem: {} })
})

test('hooks of not-found handlers throw the errors that they return', async () => {
  const returns = async () => errorKinds.httpError?.(401)
  const { app } = createApp()
  app.setNotFoundHandler({ preValidation: returns }, () => 'reached')
  app.register(
    async (child: Anything) => child.setNotFoundHandler({ preHandler: [async () => {}, returns] }, () => 'reached'),
    { prefix: '/part' }
  )
  assert.deepEqual([(await app.inject('/none')).statusCode, (await app.inject('/part/none')).statusCode], [401, 401])
})

test('a returned value whose prototype cannot be read refuses the request with 500', async () => {
  const trap = new Proxy(new Error('refused'), {
    getPrototypeOf() {
      throw new Error('the trap')
    }
  })
  const { app } = createApp({ exposeErrors: false })
  app.addHook('onRequest', async () => trap)
  app.get('/', () => 'reached')
  assert.equal((await app.inject('/')).statusCode, 500)
})
