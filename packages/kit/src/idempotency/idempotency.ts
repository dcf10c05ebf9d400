/**
 * Replays the first response to a repeated request, by the header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07). Published as
 * `@espalier/kit/idempotency`.
 *
 * A key belongs to a caller. It is claimed right before the handler, after all guards and validation. The response is recorded before the later
 * `onSend` hooks. So these hooks add their headers to a replayed response as well.
 */
import { type Request as AnyRequest, httpError, type Plugin, shared } from 'espalier'
import { every } from '../every/every.ts'
import { checkWhole } from '../option/check-whole.ts'
import { describeErrors } from '../option/describe-errors.ts'
import { Attempt, type ReplyLike, replay } from './attempt.ts'
import { digest, fingerprintOf } from './fingerprint.ts'
import { keyPattern, keySchema } from './key.ts'
import type { IdempotencyStore } from './store.ts'

export { type MemoryStoreOptions, memoryStore } from './memory-store.ts'
export { type PostgresStore, type PostgresStoreOptions, postgresStore } from './postgres-store.ts'
export { type RedisClient, type RedisStoreOptions, redisStore } from './redis-store.ts'
export type { Begun, Claim, IdempotencyStore, Outcome, RecordedAnswer } from './store.ts'

export interface IdempotencyOptions<Request> {
  /** The store of recorded responses. */
  readonly store: IdempotencyStore
  /** Identifies the caller, for example by the id of an account. Callers cannot use each other's keys. */
  readonly scope: (request: AnyRequest & Request) => string
  /** In milliseconds: how long a response is replayed. Default: 86,400,000, a day. */
  readonly ttl?: number
  /** The largest body of an answer, in bytes. Default: 1,000,000. */
  readonly maxAnswerBytes?: number
}

/** In milliseconds. */
const day = 86_400_000
const minute = 60_000

const pattern = new RegExp(keyPattern)

/**
 * Makes a plugin for the routes of a context that declare `headers: idempotencyKey`.
 *
 * @throws TypeError when the store or the scope is missing; RangeError when a number is not a whole number from 1
 * @example
 * let orders = 0
 * const app = espalier().register(idempotency({ store: memoryStore(), scope: () => 'ada' }))
 * app.post('/orders', { schema: { headers: idempotencyKey } }, () => `order ${++orders}`)
 * const request = { method: 'POST', url: '/orders', headers: { 'idempotency-key': '"8e03978e"' } }
 * [(await app.inject(request)).body, (await app.inject(request)).body] // [ 'order 1', 'order 1' ]
 */
export function idempotency<Request = unknown>(
  options: IdempotencyOptions<Request>
): Plugin<{ request: Omit<Request, keyof AnyRequest> }> {
  const { store } = options
  const checked = check(options)
  return shared({
    name: 'idempotency',
    setup: async (app) => {
      const keys = new Keys(checked)
      describeErrors(keys.claim, [409, 422])
      await store.prepare?.()
      // The schema exists already if a context above has the plugin, too.
      if (app.getSchema(keySchema.$id) === undefined) app.addSchema(keySchema)
      app.addHook('preHandler', keys.refuseEarlier)
      app.addHook('onRoute', (route) => {
        if (!declaresKey(route.schema)) return
        // The first `preValidation` hook, because validation fills in defaults, which a later version may change.
        route.preValidation = [keys.read, ...[route.preValidation ?? []].flat()]
        // The last `preHandler` hook: all guards have accepted the request.
        route.preHandler = [...[route.preHandler ?? []].flat(), keys.claim]
        route.handler = keys.followed(route.handler)
      })
      app.addHook('onError', async (request) => keys.attempts.get(request)?.fail())
      app.addHook('onSend', async (request, _reply, payload) => keys.attempts.get(request)?.settle(payload))
      every(app, minute, async function forgetOldAnswers() {
        await store.prune?.()
      })
    }
  })
}

class Keys<Request> {
  readonly attempts = new WeakMap<object, Attempt>()
  readonly #fingerprints = new WeakMap<object, string>()
  readonly #options: Required<IdempotencyOptions<Request>>

  constructor(options: Required<IdempotencyOptions<Request>>) {
    this.#options = options
  }

  /** The `preValidation` hook. */
  readonly read = async (request: AnyRequest) => {
    this.#fingerprints.set(request, fingerprintOf(request))
  }

  /** The hook for all routes of the context. A route that was declared before the plugin would repeat effects, so its requests are refused. */
  readonly refuseEarlier = (request: AnyRequest, _reply: unknown, done: (error?: Error) => void) => {
    if (this.#fingerprints.has(request)) return done()
    const { schema, url } = request.routeOptions
    if (!declaresKey(schema)) return done()
    done(new Error(`Declare ${request.method} ${url} after app.register(idempotency({ … })).`))
  }

  /** The `preHandler` hook. */
  readonly claim = async (request: AnyRequest, reply: ReplyLike) => {
    const { store, scope, ttl, maxAnswerBytes } = this.#options
    const key = keyOf(request)
    const caller: unknown = scope(request as AnyRequest & Request)
    if (typeof caller !== 'string')
      throw new TypeError("'scope' of idempotency has to return a text that names the caller.")
    const fingerprint = this.#fingerprints.get(request) ?? ''
    const begun = await store.begin(digest(caller, key), request)
    if (begun.state === 'under way') throw underWay()
    if (begun.state === 'answered') {
      if (begun.answer.fingerprint !== fingerprint) throw reused()
      return replay(reply, begun.answer)
    }
    const { claim } = begun
    const { log, signal } = request
    // The client disconnected, or a timeout responded, while the store was called.
    if (signal.aborted) await claim.free(Promise.resolve())
    signal.throwIfAborted()
    const { isTransactional } = store
    this.attempts.set(request, new Attempt({ claim, fingerprint, ttl, maxAnswerBytes, isTransactional, reply, log }))
  }

  /** Wraps a handler, so that its end is noticed. */
  followed(handler: unknown): unknown {
    if (typeof handler !== 'function') return handler
    const { attempts } = this
    const follow = function (this: unknown, request: object, reply: object): unknown {
      const result: unknown = Reflect.apply(handler, this, [request, reply])
      if (typeof Object(result).then === 'function') attempts.get(request)?.follow(result as PromiseLike<unknown>)
      return result
    }
    return Object.defineProperty(follow, 'name', { value: handler.name })
  }
}

function keyOf({ headers, method, url }: AnyRequest): string {
  const key = headers['idempotency-key']
  if (key === undefined)
    throw httpError(
      400,
      'IDEMPOTENCY_KEY_MISSING',
      `${method} ${url} needs the header Idempotency-Key, such as "8e03978e-40d5-43dd-bc93-6894a57f9324".`
    )
  if (typeof key === 'string' && pattern.test(key)) return key
  throw httpError(
    400,
    'IDEMPOTENCY_KEY_MALFORMED',
    'The header Idempotency-Key has to be 1 to 255 ASCII characters in double quotes.'
  )
}

const underWay = () =>
  httpError(409, 'IDEMPOTENCY_KEY_UNDER_WAY', 'A request with this key is under way. Send it again in a second.', {
    headers: { 'retry-after': '1' }
  })

const reused = () =>
  httpError(
    422,
    'IDEMPOTENCY_KEY_REUSED',
    'This key was used for another request. Use a new one, or send that request again.'
  )

function declaresKey(schema: unknown): boolean {
  const { headers } = Object(schema)
  const { properties = headers } = Object(headers)
  return Object.keys(Object(properties)).some((name) => name.toLowerCase() === 'idempotency-key')
}

function check<Request>(options: IdempotencyOptions<Request>): Required<IdempotencyOptions<Request>> {
  const { store, scope, ttl = day, maxAnswerBytes = 1_000_000 } = options
  if (typeof Object(store).begin !== 'function')
    throw new TypeError("idempotency() needs a 'store', such as postgresStore(pool).")
  if (typeof scope !== 'function')
    throw new TypeError(
      "idempotency() needs a 'scope', a function that names the caller: without it, a key of one would be answered with the data of another."
    )
  checkWhole('idempotency()', { ttl, maxAnswerBytes })
  return { store, scope, ttl, maxAnswerBytes }
}
