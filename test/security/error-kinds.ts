/** Errors of every make: by classes, of other realms, proxies, and objects that only inherit from an error. */
import { createContext, runInContext } from 'node:vm'
import { createError } from '@fastify/error'
import { httpError } from '../../src/index.ts'
import type { Anything } from './wild.ts'

const realm = createContext({})
export const inRealm = (source: string): Anything => runInContext(source, realm)

class Refused extends TypeError {
  readonly why = 'subclass'
}

const define = (error: Anything, members: object): Anything => Object.assign(error, members)
const FastifyMade = (statusCode: number): Anything => createError('OF_A_PLUGIN', 'refused', statusCode)
const unreadable = () => {
  throw new Error('it is not to be read')
}

/** Each makes an error of a status between 400 and 599. */
export const errorKinds: Readonly<Record<string, (statusCode: number) => Anything>> = {
  Error: (statusCode) => define(new Error('refused'), { statusCode }),
  'a subclass': (statusCode) => define(new Refused('refused'), { statusCode }),
  AggregateError: (statusCode) => define(new AggregateError([new Error('one')], 'refused'), { statusCode }),
  DOMException: (statusCode) => define(new DOMException('refused', 'AbortError'), { statusCode }),
  httpError: (statusCode) => httpError(statusCode as 401, 'REFUSED', 'refused'),
  '@fastify/error': (statusCode) => new (FastifyMade(statusCode))(),
  'an error of another realm': (statusCode) => define(inRealm('new RangeError("refused")'), { statusCode }),
  "an object of another realm's Error.prototype": (statusCode) =>
    define(inRealm('Object.create(Error.prototype)'), { message: 'refused', statusCode }),
  'a proxy of an error of another realm': (statusCode) =>
    new Proxy(define(inRealm('new Error("refused")'), { statusCode }), {}),
  'an object of Error.prototype': (statusCode) =>
    define(Object.create(Error.prototype), { message: 'refused', statusCode }),
  'an object of an error': (statusCode) => Object.create(define(new Error('refused'), { statusCode })),
  'an error without its prototype': (statusCode) =>
    Object.setPrototypeOf(define(new Error('refused'), { statusCode }), null),
  'a proxy of an error': (statusCode) => new Proxy(define(new Error('refused'), { statusCode }), {}),
  'a frozen error': (statusCode) => Object.freeze(define(new Error('refused'), { statusCode })),
  'an error with symbols': (statusCode) =>
    define(new Error('refused'), { statusCode, [Symbol.iterator]: unreadable, [Symbol.toStringTag]: 'Object' }),
  'an error with getters that throw': (statusCode) =>
    Object.defineProperties(define(new Error('refused'), { statusCode }), {
      cause: { get: unreadable, enumerable: true },
      name: { get: unreadable, enumerable: true }
    })
}

/** An error whose `then` would make a success of it: what returns it at once is no promise. */
export function thenableError(statusCode: number): Anything {
  // biome-ignore lint/suspicious/noThenProperty: the member is the attack
  return define(new Error('refused'), { statusCode, then: (resolve: () => void) => resolve() })
}
