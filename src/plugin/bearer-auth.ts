/**
 * Bearer authentication for the routes of a context and its children (RFC 6750), published as `espalier/bearer-auth`.
 *
 * Options, responses and codes equal those of @fastify/bearer-auth, with four differences:
 * - The scheme is case-insensitive.
 * - A refusal has a `WWW-Authenticate` challenge (RFC 6750 §3).
 * - Loading fails without any key that could be accepted.
 * - An error that `auth` throws is logged, never sent.
 */
import type { LogLevel } from '../../types/logger.ts'
import type { NothingAtAll, Plugin, SharedFunction } from '../../types/plugin.ts'
import type { AnyReply } from '../../types/reply.ts'
import type { RawRequest } from '../../types/request.ts'
import { isErrorObject } from '../base/outcome.ts'
import { errors, readOf, unlessError, withoutStack } from '../error/error.ts'
import { describeHook } from '../tree/hook-description.ts'
import { shared } from '../tree/plugin.ts'
import { compileKeyCheck, compileTokenReader } from './bearer-token.ts'

type Request = RawRequest<unknown>
type Done = (error?: Error) => void
type LogMethodName = Exclude<LogLevel, 'silent'>

/**
 * Which tokens `bearerAuth` accepts, and how it refuses others.
 *
 * @example
 * const refusal = { errorResponse: () => 'no', contentType: 'text/plain', verifyErrorLogLevel: null }
 * app.register(bearerAuth, { keys: ['secret'], bearerType: 'Key', specCompliance: 'rfc6750', ...refusal })
 * app.register(async (child) => child.get('/', () => 'ok'))
 * const { body } = await app.inject('/') // 'no'
 */
export interface BearerAuthOptions {
  /** The accepted tokens. Required without `auth`. */
  keys?: ReadonlySet<string> | readonly string[]
  /**
   * Accepts or refuses a token, instead of `keys`; must return a boolean.
   *
   * @example
   * app.register(bearerAuth, { auth: async (token) => token === 'secret' })
   * app.register(async (child) => child.get('/', () => 'ok'))
   * const { body } = await app.inject({ url: '/', headers: { authorization: 'Bearer secret' } }) // 'ok'
   */
  auth?: (token: string, request: Request) => boolean | PromiseLike<boolean>
  /** Makes the payload of a refusal; default: `{ error: error.message }`. */
  errorResponse?: (error: Error) => unknown
  /** The content type of a refusal; default: the content type of the payload. */
  contentType?: string
  /** The scheme before the token; default: `Bearer`. */
  bearerType?: string
  /** `rfc6749` compares the scheme case-insensitively (RFC 9110 §11.1), `rfc6750` exactly; default: `rfc6749`. */
  specCompliance?: 'rfc6750' | 'rfc6749'
  /**
   * The hook that checks: `true` means `onRequest`. `false` adds no hook and only decorates the app with `verifyBearerAuth`; default: true.
   *
   * @example
   * await app.register(bearerAuth, { keys: ['secret'], addHook: false })
   * typeof app.verifyBearerAuth // 'function'
   */
  addHook?: boolean | 'onRequest' | 'preParsing'
  /** The level on which refusals are logged, `null` for none; default: `error`. */
  verifyErrorLogLevel?: LogMethodName | null
}

type BearerAuthPlugin = Plugin<NothingAtAll, NothingAtAll, BearerAuthOptions, 'bearer-auth', readonly []>

/** Checks a request in the callback style. An error that is passed to `done` is a refusal. */
export type VerifyBearerAuth = (request: Request, reply: AnyReply, done: Done) => void

type VerifyFirst = (request: Request, reply: AnyReply, payload: unknown, done: Done) => void

function schemeOf({ bearerType = 'Bearer' }: BearerAuthOptions) {
  const scheme = bearerType.toLowerCase()
  return { schemes: { [scheme]: { type: 'http', scheme } } }
}

/** The response schema of a refusal. The payload of `errorResponse` may have any schema. */
function refusalOf({ contentType = 'application/json', errorResponse }: BearerAuthOptions): object {
  const [mediaType = contentType] = contentType.split(';', 1)
  const text = { type: 'string' }
  const payload = { type: 'object', required: ['error'], properties: { error: text } }
  return {
    headers: { 'WWW-Authenticate': text },
    content: { [mediaType.trim()]: errorResponse === undefined ? { schema: payload } : {} }
  }
}

interface Refusal {
  readonly error: Error
  /** The value of `WWW-Authenticate` (RFC 9110 §11.6.1). */
  readonly challenge: string
}

type Check = (request: Request) => Refusal | undefined | Promise<Refusal | undefined>

/**
 * Requires a bearer token for every route of the context that registers the plugin, and of its child contexts. Other routes are not affected.
 *
 * @throws FST_BEARER_AUTH_INVALID_KEYS_OPTION_TYPE and the other FST_BEARER_AUTH_* codes when an option is wrong.
 * @example
 * app.register(bearerAuth, { keys: ['secret'] })
 * app.register(async (child) => child.get('/', () => 'ok'))
 * const { statusCode } = await app.inject('/') // 401
 */
// A cast is needed, because some members of a plugin's type exist only for the compiler.
export const bearerAuth: BearerAuthPlugin = (shared as unknown as SharedFunction)({
  name: 'bearer-auth',
  setup: async (app, options: BearerAuthOptions) => {
    const { addHook = true, verifyErrorLogLevel = 'error' } = options
    if (verifyErrorLogLevel !== null && typeof readOf(app.log, verifyErrorLogLevel) !== 'function') {
      throw new errors.FST_BEARER_AUTH_INVALID_LOG_LEVEL(verifyErrorLogLevel)
    }
    if (addHook === false) {
      app.decorate('verifyBearerAuthFactory', createVerifyBearerAuth)
      app.decorate('verifyBearerAuth', createVerifyBearerAuth(options))
      return
    }
    const verify = createAnsweringVerification(options)
    const description = { ...schemeOf(options), response: { 401: refusalOf(options) } }
    if (addHook === true || addHook === 'onRequest') app.addHook('onRequest', describeHook(verify, description))
    else if (addHook === 'preParsing') {
      const verifyFirst: VerifyFirst = (request, reply, _payload, done) => verify(request, reply, done)
      app.addHook(addHook, describeHook(verifyFirst, description))
    } else throw new errors.FST_BEARER_AUTH_INVALID_HOOK(addHook)
  }
})

export default bearerAuth

/**
 * Makes only the check: a hook for single routes, or for a plugin that combines checks. A refusal sets status 401 and passes an error to `done`. The
 * challenge is in `error.headers`, so it is sent only if this error becomes the response.
 *
 * @example
 * app.get('/', { onRequest: createVerifyBearerAuth({ keys: ['secret'] }) }, () => 'ok')
 * const { statusCode } = await app.inject('/') // 401
 */
export function createVerifyBearerAuth(options: BearerAuthOptions): VerifyBearerAuth {
  const log = compileRefusalLog(options)
  const verify = compileVerification(
    options,
    ({ error, challenge }, request, reply, done) => {
      log(error, request)
      reply.code(401)
      done(Object.assign(error, { headers: { 'www-authenticate': challenge } }))
    },
    (error, _request, reply, done) => {
      reply.code(500)
      done(error)
    }
  )
  return describeHook(verify, { ...schemeOf(options), errors: [401] })
}

function createAnsweringVerification(options: BearerAuthOptions): VerifyBearerAuth {
  const { contentType, errorResponse = ({ message }: Error) => ({ error: message }) } = options
  const log = compileRefusalLog(options)
  const answer = (reply: AnyReply, status: number, error: Error, challenge?: string) => {
    // `errorResponse` is called before the reply is changed. If it throws, the error handler must get the reply unchanged.
    const payload = errorResponse(error)
    if (challenge !== undefined) reply.header('www-authenticate', challenge)
    if (contentType !== undefined) reply.header('content-type', contentType)
    reply.code(status).send(payload)
  }
  return compileVerification(
    options,
    ({ error, challenge }, request, reply) => {
      log(error, request)
      answer(reply, 401, error, challenge)
    },
    (error, request, reply) => {
      request.log.error({ err: error }, 'bearer authentication failed')
      answer(reply, 500, new Error('internal server error'))
    }
  )
}

function compileRefusalLog({ verifyErrorLogLevel: level = 'error' }: BearerAuthOptions) {
  return (error: Error, request: Request): void => {
    if (level !== null) request.log[level]('unauthorized: %s', error.message)
  }
}

function compileVerification(
  options: BearerAuthOptions,
  refuse: (refusal: Refusal, request: Request, reply: AnyReply, done: Done) => void,
  fail: (error: Error, request: Request, reply: AnyReply, done: Done) => void
): VerifyBearerAuth {
  const check = compileCheck(options)
  return (request, reply, done) => {
    const settle = (refusal: Refusal | undefined) => {
      if (refusal === undefined) done()
      else refuse(refusal, request, reply, done)
    }
    const refusal = check(request)
    if (!(refusal instanceof Promise)) return settle(refusal)
    refusal.then(settle, (reason) => fail(toError(reason), request, reply, done)).catch(done)
  }
}

/** Returns `undefined` for an accepted request. Rejects when `auth` fails. */
function compileCheck({ keys, auth, bearerType = 'Bearer', specCompliance = 'rfc6749' }: BearerAuthOptions): Check {
  if (specCompliance !== 'rfc6750' && specCompliance !== 'rfc6749') {
    throw new errors.FST_BEARER_AUTH_INVALID_SPEC(specCompliance)
  }
  const readToken = compileTokenReader(bearerType, { ignoreCase: specCompliance === 'rfc6749' })
  const isKey = auth === undefined || keys !== undefined ? compileKeyCheck(keys) : undefined
  // A client without a token gets only the scheme, and no error code (RFC 6750 §3.1).
  const invalid = (challenge: string): Refusal => ({
    error: withoutStack(() => new errors.FST_BEARER_AUTH_INVALID_AUTHORIZATION_HEADER()),
    challenge
  })
  const toRefusal = (accepted: boolean) => (accepted ? undefined : invalid(`${bearerType} error="invalid_token"`))

  return (request) => {
    const header = request.headers.authorization
    if (!header) {
      const error = withoutStack(() => new errors.FST_BEARER_AUTH_MISSING_AUTHORIZATION_HEADER())
      return { error, challenge: bearerType }
    }
    const token = readToken(header)
    if (token === undefined) return invalid(bearerType)
    if (auth !== undefined) return decide(auth, token, request).then(toRefusal)
    return toRefusal(isKey?.(token) ?? false)
  }
}

/** Throws if `auth` returns an error or no boolean, so that the request is refused. */
async function decide(auth: NonNullable<BearerAuthOptions['auth']>, token: string, request: Request): Promise<boolean> {
  const accepted: unknown = unlessError(await unlessError(auth(token, request)))
  if (typeof accepted !== 'boolean') throw new TypeError(`auth() must give a boolean, not ${typeof accepted}`)
  return accepted
}

function toError(reason: unknown): Error {
  return isErrorObject(reason) ? reason : new Error(String(reason), { cause: reason })
}
