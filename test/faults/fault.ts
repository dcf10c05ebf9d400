/** Faults of a user's function. Each is a few lines that such a function runs. */
import type { Anything } from '../security/wild.ts'

export interface Situation {
  readonly request?: Anything
  readonly reply: Anything
  /** Absent for a function that returns a promise. */
  readonly done: ((error?: unknown, value?: unknown) => void) | undefined
}

export interface Fault {
  readonly name: string
  readonly run: (situation: Situation) => unknown
  /** `thrown`, returned as a `promise`, never ending, a misuse of the `reply` or of `done`, or a `value` that is passed on. */
  readonly kind: 'thrown' | 'promise' | 'endless' | 'misuse' | 'value'
  /** Whether it has no effect, so that it need not be logged. */
  readonly isHarmless?: boolean
  /** The style of the functions that can have it. */
  readonly style?: 'callback' | 'promise'
  /** `failure`: a status of at least 400. `answer`: any response. `any`: a response or a closed connection. */
  readonly expect: 'failure' | 'answer' | 'any'
}

function throwing(): never {
  throw new Error('a getter throws')
}

const everyTrap = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((trap) => [trap, throwing]))

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

/** Creates an error that is its own cause. */
function cyclic(): Error {
  const error = new Error('cyclic')
  return Object.assign(error, { cause: error, self: { error } })
}

function withGetters(target: object, names: readonly string[]): object {
  for (const name of names) Object.defineProperty(target, name, { get: throwing, enumerable: true })
  return target
}

/** Values that a program can throw. */
export const values: Readonly<Record<string, () => unknown>> = {
  'an error': () => new Error('boom'),
  undefined: () => undefined,
  null: () => null,
  false: () => false,
  zero: () => 0,
  NaN: () => Number.NaN,
  'an empty text': () => '',
  'a text': () => 'boom',
  'a number': () => 42,
  'a bigint': () => 42n,
  'a symbol': () => Symbol('boom'),
  'a function': () => throwing,
  'an array': () => [1, 2],
  'an object': () => ({ boom: true }),
  'an object without prototype': () => Object.create(null),
  'a buffer': () => Buffer.from('boom'),
  'a frozen object': () => Object.freeze({ boom: true }),
  'a frozen error': () => Object.freeze(new Error('boom')),
  'an object whose getters throw': () =>
    withGetters({}, ['stack', 'message', 'statusCode', 'status', 'code', 'headers', 'name', 'cause', 'validation']),
  'an error whose getters throw': () =>
    withGetters(new Error('boom'), ['stack', 'message', 'statusCode', 'status', 'code', 'headers', 'name', 'cause']),
  'an error whose message is a symbol': () => Object.assign(new Error('boom'), { message: Symbol('boom') }),
  'an error whose toJSON throws': () => Object.assign(new Error('boom'), { toJSON: throwing }),
  'a proxy whose traps all throw': () => new Proxy({}, everyTrap),
  'a proxy of an error whose traps all throw': () => new Proxy(new Error('boom'), everyTrap),
  'a revoked proxy': revoked,
  'an error that is its own cause': cyclic,
  'an error with status 200': () => Object.assign(new Error('boom'), { statusCode: 200 }),
  'an error with status 999': () => Object.assign(new Error('boom'), { statusCode: 999 }),
  'an error with status 101': () => Object.assign(new Error('boom'), { statusCode: 101 }),
  'an error with status NaN': () => Object.assign(new Error('boom'), { statusCode: Number.NaN }),
  'an error with an object as status': () => Object.assign(new Error('boom'), { statusCode: { toString: throwing } }),
  'an error with status 404': () => Object.assign(new Error('boom'), { statusCode: 404 }),
  'an error with a line break in a header': () => Object.assign(new Error('boom'), { headers: { 'x-a': 'a\r\nb: c' } }),
  'an error with an impossible header name': () => Object.assign(new Error('boom'), { headers: { 'a b': '1' } }),
  'an error with framing headers': () =>
    Object.assign(new Error('boom'), { headers: { 'content-length': '99999', 'transfer-encoding': 'chunked' } }),
  'an error whose headers throw': () => Object.assign(new Error('boom'), { headers: withGetters({}, ['x-a']) }),
  'an error with a lone surrogate': () => new Error('\ud800 \u0000 \u2028')
}

/** Whether a hook or parser passes `value` to `done` as an error: `undefined` and `null` mean success. */
export const isFailure = (value: unknown): boolean => value !== undefined && value !== null

const thrown = Object.entries(values).map(
  ([name, make]): Fault => ({
    name: `throws ${name}`,
    kind: 'thrown',
    expect: 'failure',
    run: () => {
      throw make()
    }
  })
)

const passed = Object.entries(values)
  .filter(([, make]) => isFailure(make()))
  .map(
    ([name, make]): Fault => ({
      name: `passes ${name} to done`,
      kind: 'thrown',
      style: 'callback',
      expect: 'failure',
      run: ({ done }) => void done?.(make())
    })
  )

const rejected = Object.entries(values).map(
  ([name, make]): Fault => ({
    name: `returns a promise rejected with ${name}`,
    kind: 'promise',
    expect: 'failure',
    run: () => Promise.reject(make())
  })
)

const boom = () => new Error('boom')

const others: readonly Fault[] = [
  {
    name: 'returns a thenable whose then throws',
    kind: 'promise',
    expect: 'failure',
    // biome-ignore lint/suspicious/noThenProperty: it is the fault
    run: () => ({ then: throwing })
  },
  {
    name: 'returns a thenable that settles twice',
    kind: 'promise',
    expect: 'any',
    run: () => ({
      // biome-ignore lint/suspicious/noThenProperty: it is the fault
      then: (fulfil: (value?: unknown) => void, reject: (error: unknown) => void) => {
        reject(boom())
        fulfil()
        reject(boom())
      }
    })
  },
  { name: 'never settles', kind: 'endless', style: 'callback', expect: 'failure', run: () => undefined },
  {
    name: 'returns a promise that never settles',
    kind: 'endless',
    expect: 'failure',
    run: () => new Promise(() => {})
  },
  {
    name: 'calls done twice',
    kind: 'misuse',
    style: 'callback',
    expect: 'answer',
    run: ({ done }) => {
      done?.()
      done?.()
    }
  },
  {
    name: 'calls done with an error after done',
    kind: 'misuse',
    style: 'callback',
    expect: 'answer',
    run: ({ done }) => {
      done?.()
      done?.(boom())
    }
  },
  {
    name: 'calls done after an error',
    kind: 'misuse',
    style: 'callback',
    expect: 'failure',
    run: ({ done }) => {
      done?.(boom())
      done?.()
    }
  },
  {
    name: 'throws after done',
    kind: 'misuse',
    style: 'callback',
    expect: 'answer',
    run: ({ done }) => {
      done?.()
      throw boom()
    }
  },
  {
    name: 'rejects after done',
    kind: 'misuse',
    style: 'callback',
    expect: 'answer',
    run: ({ done }) => {
      done?.()
      return Promise.reject(boom())
    }
  },
  {
    name: 'calls done later, twice',
    kind: 'misuse',
    style: 'callback',
    expect: 'answer',
    run: ({ done }) => {
      setImmediate(() => {
        done?.()
        setImmediate(() => done?.(boom()))
      })
    }
  },
  {
    name: 'answers and throws',
    kind: 'misuse',
    expect: 'answer',
    run: ({ reply }) => {
      reply.send('early')
      throw boom()
    }
  },
  {
    name: 'answers and rejects later',
    kind: 'misuse',
    expect: 'answer',
    run: async ({ reply }) => {
      reply.send('early')
      await new Promise(setImmediate)
      throw boom()
    }
  },
  {
    name: 'answers and passes an error to done',
    kind: 'misuse',
    style: 'callback',
    expect: 'answer',
    run: ({ reply, done }) => {
      reply.send('early')
      done?.(boom())
    }
  },
  {
    name: 'answers twice',
    kind: 'misuse',
    expect: 'answer',
    run: ({ reply, done }) => {
      reply.send('early')
      reply.send('late')
      return done === undefined ? reply : undefined
    }
  },
  {
    name: 'answers an error twice',
    kind: 'misuse',
    expect: 'failure',
    run: ({ reply }) => {
      reply.send(boom())
      reply.send(boom())
      return reply
    }
  },
  {
    name: 'answers and calls done',
    kind: 'misuse',
    isHarmless: true,
    style: 'callback',
    expect: 'answer',
    run: ({ reply, done }) => {
      reply.send('early')
      done?.()
    }
  },
  {
    name: 'sets a header with a line break',
    kind: 'misuse',
    expect: 'any',
    run: ({ reply }) => {
      reply.header('x-a', 'a\r\nx-b: c')
      throw boom()
    }
  },
  {
    name: 'sets a header with an impossible name',
    kind: 'misuse',
    expect: 'any',
    run: ({ reply }) => {
      reply.header('x a\r\n', '1')
      throw boom()
    }
  },
  {
    name: 'sets a header to an object',
    kind: 'misuse',
    expect: 'any',
    run: ({ reply }) => {
      reply.header('x-a', withGetters({}, ['toString']))
      throw boom()
    }
  },
  {
    name: 'sets an impossible status',
    kind: 'misuse',
    expect: 'failure',
    run: ({ reply }) => {
      reply.code(99_999)
    }
  },
  {
    name: 'destroys the raw response and throws',
    kind: 'misuse',
    expect: 'any',
    run: ({ reply }) => {
      reply.raw.destroy()
      throw boom()
    }
  },
  {
    name: 'ends the raw response and throws',
    kind: 'misuse',
    expect: 'any',
    run: ({ reply }) => {
      reply.raw.end('raw')
      throw boom()
    }
  },
  {
    name: 'begins the raw response and throws',
    kind: 'misuse',
    expect: 'any',
    run: ({ reply }) => {
      reply.raw.write('raw')
      throw boom()
    }
  },
  {
    name: 'replaces the prototype of the reply and throws',
    kind: 'misuse',
    expect: 'any',
    run: ({ reply }) => {
      Object.freeze(reply)
      throw boom()
    }
  }
]

export const faults: readonly Fault[] = [...thrown, ...passed, ...rejected, ...others]
