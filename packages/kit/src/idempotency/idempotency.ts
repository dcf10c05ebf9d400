/**
 * Answers a request that repeats an `Idempotency-Key` with the recorded response of the first one (draft-ietf-httpapi-idempotency-key-header-07).
 * Published as `@espalier/kit/idempotency`.
 *
 * Each caller has its own keys. A key is claimed right before the handler, after all checks of the request. The response is recorded before later
 * `onSend` hooks, so those hooks also run for a replayed response.
 */
import { type Request as AnyRequest, httpError, type Plugin, shared } from 'espalier'
import { every } from '../every/every.ts'
import { checkWhole } from '../option/check-whole.ts'
import { describeErrors } from '../option/describe-errors.ts'
import { Attempt, type ReplyLike, replay } from './attempt.ts'
import { digest, fingerprintOf } from './fingerprint.ts'
import { idempotencyKey, keyPattern, keySchema } from './key.ts'
import type { IdempotencyStore } from './store.ts'

export { type MemoryStoreOptions, memoryStore } from './memory-store.ts'
export { type PostgresStore, type PostgresStoreOptions, postgresStore } from './postgres-store.ts'
export { type RedisClient, type RedisStoreOptions, redisStore } from './redis-store.ts'
export type { Claim, ClaimResult, IdempotencyStore, Outcome, RecordedResponse } from './store.ts'

export interface IdempotencyOptions<Request> {
  /** Stores the recorded responses. */
  readonly store: IdempotencyStore
  /** Identifies the caller, for example by an account id. Callers cannot use each other's keys. */
  readonly scope: (request: AnyRequest & Request) => string
  /** In milliseconds: how long a response is replayed. Default: 86,400,000, a day. */
  readonly ttl?: number
  /** The largest response body, in bytes. Default: 1,000,000. */
  readonly maxResponseBytes?: number
}

const dayInMs = 86_400_000
const minuteInMs = 60_000

const pattern = new RegExp(keyPattern)
const { $ref: placeholder } = idempotencyKey['idempotency-key']

/**
 * Makes a plugin for the routes that declare `headers: idempotencyKey`. Register it before them.
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
      const keys = new KeyHooks(checked)
      describeErrors(keys.claim, [409, 422])
      await store.prepare?.()
      // An outer context may have registered the plugin too, and so added the schema already.
      if (app.getSchema(keySchema.$id) === undefined) app.addSchema(keySchema)
      app.addHook('preHandler', keys.refuseEarlier)
      app.addHook('onRoute', (route) => {
        if (route.schema === undefined || !declaresKey(route.schema)) return
        route.schema = withKeySchema(route.schema)
        // The digest is computed before validation, which adds defaults. Another version of the app may have other defaults, which would change the
        // digest.
        route.preValidation = [keys.read, ...[route.preValidation ?? []].flat()]
        // The last `preHandler` hook claims the key, so a request that an earlier hook refuses claims none.
        route.preHandler = [...[route.preHandler ?? []].flat(), keys.claim]
        route.handler = keys.followed(route.handler)
      })
      app.addHook('onError', async (request) => keys.attempts.get(request)?.fail())
      app.addHook('onSend', async (request, _reply, payload) => keys.attempts.get(request)?.settle(payload))
      every(app, minuteInMs, async function pruneOldResponses() {
        await store.prune?.()
      })
    }
  })
}

class KeyHooks<Request> {
  readonly attempts = new WeakMap<object, Attempt>()
  readonly #fingerprints = new WeakMap<object, string>()
  readonly #options: Required<IdempotencyOptions<Request>>

  constructor(options: Required<IdempotencyOptions<Request>>) {
    this.#options = options
  }

  readonly read = async (request: AnyRequest) => {
    this.#fingerprints.set(request, fingerprintOf(request))
  }

  /**
   * Fails requests to a route that was declared before this plugin was registered. The route has no hooks of the plugin, so a repeated request would
   * run its handler again.
   */
  readonly refuseEarlier = (request: AnyRequest, _reply: unknown, done: (error?: Error) => void) => {
    if (this.#fingerprints.has(request)) return done()
    const { schema, url } = request.routeOptions
    if (!declaresKey(schema)) return done()
    done(new Error(`Declare ${request.method} ${url} after app.register(idempotency({ … })).`))
  }

  readonly claim = async (request: AnyRequest, reply: ReplyLike) => {
    const { store, scope, ttl, maxResponseBytes } = this.#options
    const key = keyOf(request)
    const caller: unknown = scope(request as AnyRequest & Request)
    if (typeof caller !== 'string')
      throw new TypeError("'scope' of idempotency has to return a text that names the caller.")
    const fingerprint = this.#fingerprints.get(request) ?? ''
    const result = await store.begin(digest(caller, key), request)
    if (result.state === 'under way') throw underWay()
    if (result.state === 'answered') {
      if (result.response.fingerprint !== fingerprint) throw reused()
      return replay(reply, result.response)
    }
    const { claim } = result
    const { log, signal } = request
    // While the store claimed the key, the client may have disconnected or a timeout may have responded. The handler must not run then.
    if (signal.aborted) await claim.free(Promise.resolve())
    signal.throwIfAborted()
    const { isTransactional } = store
    this.attempts.set(request, new Attempt({ claim, fingerprint, ttl, maxResponseBytes, isTransactional, reply, log }))
  }

  /** Wraps a handler, so that the key stays claimed while it runs. */
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

function withKeySchema<RouteSchema extends object>(schema: RouteSchema): RouteSchema {
  const { headers } = schema as { headers?: object }
  const { properties } = Object(headers)
  const served = properties === undefined ? fieldsOf(Object(headers)) : { ...headers, properties: fieldsOf(properties) }
  return { ...schema, headers: served }
}

const fieldsOf = (fields: Readonly<Record<string, { readonly $ref?: unknown }>>): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.$ref === placeholder ? { ...field, $ref: keySchema.$id } : field
    ])
  )

function check<Request>(options: IdempotencyOptions<Request>): Required<IdempotencyOptions<Request>> {
  const { store, scope, ttl = dayInMs, maxResponseBytes = 1_000_000 } = options
  if (typeof Object(store).begin !== 'function')
    throw new TypeError("idempotency() needs a 'store', such as postgresStore(pool).")
  if (typeof scope !== 'function')
    throw new TypeError(
      "idempotency() needs a 'scope', a function that names the caller: without it, a key of one would be answered with the data of another."
    )
  checkWhole('idempotency()', { ttl, maxResponseBytes })
  return { store, scope, ttl, maxResponseBytes }
}
