/** One mistake for each code that fails the boot, written without the types of the compiler. */
import { espalier } from 'espalier'

export type Call = (...values: unknown[]) => unknown

export type Loose = Record<string, Call>

export const make = espalier as unknown as (options?: unknown) => Loose
export const handler = () => 'ok'
const takesDone = async (_request: unknown, _reply: unknown, _payload: unknown, _done: unknown) => {}

/** Mistakes that throw at the declaration. */
export const declarations: Record<string, (app: Loose) => unknown> = {
  FST_ERR_LISTEN_OPTIONS_INVALID: (app) => app.listen?.(3000),
  FST_ERR_ERROR_HANDLER_NOT_FN: (app) => app.setErrorHandler?.('text'),
  FST_ERR_CTP_INVALID_TYPE: (app) => app.addContentTypeParser?.(5, handler),
  FST_ERR_CTP_EMPTY_TYPE: (app) => app.addContentTypeParser?.('', handler),
  FST_ERR_CTP_INVALID_HANDLER: (app) => app.addContentTypeParser?.('text/csv', {}),
  FST_ERR_CTP_INVALID_PARSE_TYPE: (app) => app.addContentTypeParser?.('text/csv', { parseAs: 'text' }, handler),
  FST_ERR_DEC_ALREADY_PRESENT: (app) => app.decorateRequest?.('query', 1),
  FST_ERR_DEC_DEPENDENCY_INVALID_TYPE: (app) => app.decorate?.('name', 1, 'text'),
  FST_ERR_DEC_MISSING_DEPENDENCY: (app) => app.decorate?.('name', 1, ['db']),
  FST_ERR_DEC_REFERENCE_TYPE: (app) => app.decorateReply?.('list', []),
  FST_ERR_DEC_UNDECLARED: (app) => app.getDecorator?.('db'),
  FST_ERR_HOOK_INVALID_HANDLER: (app) => app.addHook?.('onClose', 'text'),
  FST_ERR_HOOK_INVALID_ASYNC_HANDLER: (app) => app.addHook?.('onSend', takesDone),
  FST_ERR_SCH_MISSING_ID: (app) => app.addSchema?.({ type: 'object' }),
  ESP_ERR_SCHEMA_NOT_VISIBLE: (app) => app.ref?.('address#'),
  FST_ERR_INVALID_URL: (app) => app.get?.(5, handler),
  FST_ERR_ROUTE_OPTIONS_NOT_OBJ: (app) => app.get?.('/', 'text', handler),
  FST_ERR_ROUTE_DUPLICATED_HANDLER: (app) => app.get?.('/', { handler }, handler),
  FST_ERR_ROUTE_HANDLER_NOT_FN: (app) => app.get?.('/', { errorHandler: 'text' }, handler),
  FST_ERR_ROUTE_MISSING_HANDLER: (app) => app.get?.('/'),
  FST_ERR_ROUTE_METHOD_INVALID: (app) => app.route?.({ url: '/', handler }),
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: (app) => app.route?.({ method: 'FETCH', url: '/', handler }),
  FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED: (app) => app.get?.('/', { schema: { body: {} } }, handler),
  FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT: (app) => app.post?.('/', { bodyLimit: '1mb' }, handler),
  FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT: (app) => app.get?.('/', { handlerTimeout: -1 }, handler),
  FST_ERR_PLUGIN_NOT_VALID: (app) => app.register?.({})
}

/** Mistakes that fail the boot. */
export const boots: Record<string, (app: Loose) => unknown> = {
  FST_ERR_HOOK_INVALID_TYPE: (app) => app.addHook?.(5, handler),
  FST_ERR_HOOK_NOT_SUPPORTED: (app) => app.addHook?.('onrequest', handler),
  FST_ERR_SCH_CONTENT_MISSING_SCHEMA: (app) =>
    app.post?.('/', { schema: { body: { content: { 'text/csv': {} } } } }, handler),
  FST_ERR_SCH_DUPLICATE: (app) => app.get?.('/', { schema: { query: {}, querystring: {} } }, handler),
  FST_ERR_PLUGIN_INVALID_ASYNC_HANDLER: (app) =>
    app.register?.(async (_app: unknown, _: unknown, _done: unknown) => {}),
  FST_ERR_PLUGIN_TIMEOUT: (app) => app.register?.((_app: unknown, _options: unknown, _done: unknown) => {}),
  FST_ERR_HOOK_TIMEOUT: (app) => app.addHook?.('onReady', (_done: unknown) => {}),
  ESP_ERR_PLUGIN_META_INVALID: (app) => app.register?.(withMeta({ dependencies: 'cookie' })),
  FST_ERR_PLUGIN_VERSION_MISMATCH: (app) => app.register?.(withMeta({ fastify: '4.x' })),
  FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED: (app) => app.register?.(withMeta({ dependencies: ['cookie'] })),
  FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE: (app) => app.register?.(withMeta({ decorators: { reply: ['view'] } }))
}

function withMeta(meta: object): Call {
  return Object.assign(async () => {}, { [Symbol.for('plugin-meta')]: { name: 'made', ...meta } })
}

/** Mistakes that throw at the second declaration. */
export const twice: Record<string, (app: Loose) => unknown> = {
  FST_ERR_ERROR_HANDLER_ALREADY_SET: (app) => app.setErrorHandler?.(handler),
  ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET: (app) => app.setNotFoundHandler?.(handler),
  FST_ERR_CTP_ALREADY_PRESENT: (app) => app.addContentTypeParser?.('text/csv', handler),
  FST_ERR_SCH_ALREADY_PRESENT: (app) => app.addSchema?.({ $id: 'address' }),
  FST_ERR_DEC_ALREADY_PRESENT: (app) => app.decorate?.('db', 1),
  FST_ERR_DUPLICATED_ROUTE: (app) => app.get?.('/', handler)
}
