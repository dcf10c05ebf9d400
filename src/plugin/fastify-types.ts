// biome-ignore-all assist/source/organizeImports: a test writes the lists
/**
 * The factory `fastify()` with Fastify's types and names, published as `espalier/fastify-types`. An application migrates by changing the module name
 * in its imports. `declare module 'fastify'`, type providers and the augmentations of plugins stay valid. Types: types/fastify-types.ts.
 *
 * The lists of names equal the exports of the installed Fastify: test/plugin/fastify-types.test.ts compares them, and UPDATE=1 writes them.
 * `export *` is not possible, because Fastify's declarations use `export =`.
 */
import type { Server as HttpServer } from 'node:http'
import type { Http2SecureServer, Http2Server } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type { LogController as FastifyLogController } from 'fastify'
// biome-ignore format: a list that a test writes
import type {
  AddContentTypeParser, ConnectionError, ConstructorAction, ContextConfigDefault, DoneFuncWithErrOrRes, FastifyBaseLogger, FastifyBodyParser,
  FastifyContentTypeParser, FastifyContextConfig, FastifyError, FastifyErrorCodes, FastifyHttp2Options, FastifyHttp2SecureOptions,
  FastifyHttpOptions, FastifyHttpsOptions, FastifyInstance, FastifyListenOptions, FastifyLogFn, FastifyLoggerInstance, FastifyLoggerOptions,
  FastifyPlugin, FastifyPluginAsync, FastifyPluginCallback, FastifyPluginOptions, FastifyRegister, FastifyRegisterOptions, FastifyReply,
  FastifyReplyContext, FastifyRequest, FastifyRequestContext, FastifyRouterOptions, FastifySchema, FastifySchemaCompiler,
  FastifySchemaValidationError, FastifySerializerCompiler, FastifyServerFactory, FastifyServerFactoryHandler, FastifyServerOptions,
  FastifyTypeProvider, FastifyTypeProviderDefault, getDefaultJsonParser, hasContentTypeParser, HookHandlerDoneFunction, HTTPMethods, InjectOptions,
  LightMyRequestCallback, LightMyRequestChain, LightMyRequestResponse, LogLevel, onCloseAsyncHookHandler, onCloseHookHandler,
  onErrorAsyncHookHandler, onErrorHookHandler, onListenAsyncHookHandler, onListenHookHandler, onReadyAsyncHookHandler, onReadyHookHandler,
  onRegisterHookHandler, onRequestAbortAsyncHookHandler, onRequestAbortHookHandler, onRequestAsyncHookHandler, onRequestHookHandler,
  onResponseAsyncHookHandler, onResponseHookHandler, onRouteHookHandler, onSendAsyncHookHandler, onSendHookHandler, onTimeoutAsyncHookHandler,
  onTimeoutHookHandler, preCloseAsyncHookHandler, preCloseHookHandler, preHandlerAsyncHookHandler, preHandlerHookHandler, preParsingAsyncHookHandler,
  preParsingHookHandler, preSerializationAsyncHookHandler, preSerializationHookHandler, preValidationAsyncHookHandler, preValidationHookHandler,
  PrintRoutesOptions, ProtoAction, RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerBase, RawServerDefault, RegisterOptions,
  RequestBodyDefault, RequestGenericInterface, RequestHeadersDefault, RequestParamsDefault, RequestPayload, RequestQuerystringDefault,
  RouteGenericInterface, RouteHandler, RouteHandlerMethod, RouteOptions, RouteShorthandMethod, RouteShorthandOptions,
  RouteShorthandOptionsWithHandler, SafePromiseLike, ValidationResult
} from 'fastify'
import type { EspalierOptions, WithFastify } from '../../types/fastify-types.ts'
import { createApp } from '../adapter/create-app.ts'
import { errors } from '../error/error.ts'
import { LogController as OwnLogController } from '../log/request-log.ts'
import { nodeOf } from '../tree/node.ts'

export type { EspalierOptions }
// biome-ignore format: a list that a test writes
export type {
  AddContentTypeParser, ConnectionError, ConstructorAction, ContextConfigDefault, DoneFuncWithErrOrRes, FastifyBaseLogger, FastifyBodyParser,
  FastifyContentTypeParser, FastifyContextConfig, FastifyError, FastifyErrorCodes, FastifyHttp2Options, FastifyHttp2SecureOptions,
  FastifyHttpOptions, FastifyHttpsOptions, FastifyInstance, FastifyListenOptions, FastifyLogFn, FastifyLoggerInstance, FastifyLoggerOptions,
  FastifyPlugin, FastifyPluginAsync, FastifyPluginCallback, FastifyPluginOptions, FastifyRegister, FastifyRegisterOptions, FastifyReply,
  FastifyReplyContext, FastifyRequest, FastifyRequestContext, FastifyRouterOptions, FastifySchema, FastifySchemaCompiler,
  FastifySchemaValidationError, FastifySerializerCompiler, FastifyServerFactory, FastifyServerFactoryHandler, FastifyServerOptions,
  FastifyTypeProvider, FastifyTypeProviderDefault, getDefaultJsonParser, hasContentTypeParser, HookHandlerDoneFunction, HTTPMethods, InjectOptions,
  LightMyRequestCallback, LightMyRequestChain, LightMyRequestResponse, LogLevel, onCloseAsyncHookHandler, onCloseHookHandler,
  onErrorAsyncHookHandler, onErrorHookHandler, onListenAsyncHookHandler, onListenHookHandler, onReadyAsyncHookHandler, onReadyHookHandler,
  onRegisterHookHandler, onRequestAbortAsyncHookHandler, onRequestAbortHookHandler, onRequestAsyncHookHandler, onRequestHookHandler,
  onResponseAsyncHookHandler, onResponseHookHandler, onRouteHookHandler, onSendAsyncHookHandler, onSendHookHandler, onTimeoutAsyncHookHandler,
  onTimeoutHookHandler, preCloseAsyncHookHandler, preCloseHookHandler, preHandlerAsyncHookHandler, preHandlerHookHandler, preParsingAsyncHookHandler,
  preParsingHookHandler, preSerializationAsyncHookHandler, preSerializationHookHandler, preValidationAsyncHookHandler, preValidationHookHandler,
  PrintRoutesOptions, ProtoAction, RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerBase, RawServerDefault, RegisterOptions,
  RequestBodyDefault, RequestGenericInterface, RequestHeadersDefault, RequestParamsDefault, RequestPayload, RequestQuerystringDefault,
  RouteGenericInterface, RouteHandler, RouteHandlerMethod, RouteOptions, RouteShorthandMethod, RouteShorthandOptions,
  RouteShorthandOptionsWithHandler, SafePromiseLike, ValidationResult
}

/**
 * Makes an app with the types of Fastify. The function takes all options of `fastify()` and of `espalier()`.
 *
 * @throws the errors of `espalier()`
 * @example
 * const app = fastify({ logger: true, compat: 'fastify' })
 */
// The overloads equal Fastify's. A function declaration is needed, because applications also call their factory with `new`.
export function fastify<
  Server extends Http2SecureServer,
  Request extends RawRequestDefaultExpression<Server> = RawRequestDefaultExpression<Server>,
  Reply extends RawReplyDefaultExpression<Server> = RawReplyDefaultExpression<Server>,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault
>(
  this: WithFastify,
  options: FastifyHttp2SecureOptions<Server, Logger> & EspalierOptions
): FastifyInstance<Server, Request, Reply, Logger, TypeProvider> &
  SafePromiseLike<FastifyInstance<Server, Request, Reply, Logger, TypeProvider>>
export function fastify<
  Server extends Http2Server,
  Request extends RawRequestDefaultExpression<Server> = RawRequestDefaultExpression<Server>,
  Reply extends RawReplyDefaultExpression<Server> = RawReplyDefaultExpression<Server>,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault
>(
  this: WithFastify,
  options: FastifyHttp2Options<Server, Logger> & EspalierOptions
): FastifyInstance<Server, Request, Reply, Logger, TypeProvider> &
  SafePromiseLike<FastifyInstance<Server, Request, Reply, Logger, TypeProvider>>
export function fastify<
  Server extends HttpsServer,
  Request extends RawRequestDefaultExpression<Server> = RawRequestDefaultExpression<Server>,
  Reply extends RawReplyDefaultExpression<Server> = RawReplyDefaultExpression<Server>,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault
>(
  this: WithFastify,
  options: FastifyHttpsOptions<Server, Logger> & EspalierOptions
): FastifyInstance<Server, Request, Reply, Logger, TypeProvider> &
  SafePromiseLike<FastifyInstance<Server, Request, Reply, Logger, TypeProvider>>
export function fastify<
  Server extends HttpServer,
  Request extends RawRequestDefaultExpression<Server> = RawRequestDefaultExpression<Server>,
  Reply extends RawReplyDefaultExpression<Server> = RawReplyDefaultExpression<Server>,
  Logger extends FastifyBaseLogger = FastifyBaseLogger,
  TypeProvider extends FastifyTypeProvider = FastifyTypeProviderDefault
>(
  this: WithFastify,
  options?: FastifyHttpOptions<Server, Logger> & EspalierOptions
): FastifyInstance<Server, Request, Reply, Logger, TypeProvider> &
  SafePromiseLike<FastifyInstance<Server, Request, Reply, Logger, TypeProvider>>
export function fastify(options?: unknown): unknown {
  const app = createApp(options)
  const root = nodeOf(app)
  // As in Fastify, a handler that sets no status responds with 200, even if the route declares only a 201.
  root.cursor = { ...root.cursor, isForeign: true }
  return app
}

// The members of the default export: `Fastify.FastifyInstance`, `Fastify.errorCodes`.
export declare namespace fastify {
  const errorCodes: FastifyErrorCodes
  const LogController: typeof FastifyLogController
  type LogController = FastifyLogController

  // biome-ignore format: a list that a test writes
  export type {
    AddContentTypeParser, ConnectionError, ConstructorAction, ContextConfigDefault, DoneFuncWithErrOrRes, FastifyBaseLogger, FastifyBodyParser,
    FastifyContentTypeParser, FastifyContextConfig, FastifyError, FastifyErrorCodes, FastifyHttp2Options, FastifyHttp2SecureOptions,
    FastifyHttpOptions, FastifyHttpsOptions, FastifyInstance, FastifyListenOptions, FastifyLogFn, FastifyLoggerInstance, FastifyLoggerOptions,
    FastifyPlugin, FastifyPluginAsync, FastifyPluginCallback, FastifyPluginOptions, FastifyRegister, FastifyRegisterOptions, FastifyReply,
    FastifyReplyContext, FastifyRequest, FastifyRequestContext, FastifyRouterOptions, FastifySchema, FastifySchemaCompiler,
    FastifySchemaValidationError, FastifySerializerCompiler, FastifyServerFactory, FastifyServerFactoryHandler, FastifyServerOptions,
    FastifyTypeProvider, FastifyTypeProviderDefault, getDefaultJsonParser, hasContentTypeParser, HookHandlerDoneFunction, HTTPMethods, InjectOptions,
    LightMyRequestCallback, LightMyRequestChain, LightMyRequestResponse, LogLevel, onCloseAsyncHookHandler, onCloseHookHandler,
    onErrorAsyncHookHandler, onErrorHookHandler, onListenAsyncHookHandler, onListenHookHandler, onReadyAsyncHookHandler, onReadyHookHandler,
    onRegisterHookHandler, onRequestAbortAsyncHookHandler, onRequestAbortHookHandler, onRequestAsyncHookHandler, onRequestHookHandler,
    onResponseAsyncHookHandler, onResponseHookHandler, onRouteHookHandler, onSendAsyncHookHandler, onSendHookHandler, onTimeoutAsyncHookHandler,
    onTimeoutHookHandler, preCloseAsyncHookHandler, preCloseHookHandler, preHandlerAsyncHookHandler, preHandlerHookHandler,
    preParsingAsyncHookHandler, preParsingHookHandler, preSerializationAsyncHookHandler, preSerializationHookHandler, preValidationAsyncHookHandler,
    preValidationHookHandler, PrintRoutesOptions, ProtoAction, RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerBase,
    RawServerDefault, RegisterOptions, RequestBodyDefault, RequestGenericInterface, RequestHeadersDefault, RequestParamsDefault, RequestPayload,
    RequestQuerystringDefault, RouteGenericInterface, RouteHandler, RouteHandlerMethod, RouteOptions, RouteShorthandMethod, RouteShorthandOptions,
    RouteShorthandOptionsWithHandler, SafePromiseLike, ValidationResult
  }
  export { errorCodes, fastify, fastify as default, LogController }
}

Object.assign(fastify, { errorCodes: errors, LogController: OwnLogController, fastify, default: fastify })

/** The error classes, by code. */
export const errorCodes = fastify.errorCodes
/** Writes the framework's own log lines; extend it to change them. */
export const LogController = fastify.LogController
export type LogController = FastifyLogController

export { fastify as default, fastify as 'module.exports' }
