/**
 * The errors of the framework. Types, constructors and docs/errors.md are derived from this table. A message names the value and the fix. Codes of
 * Fastify keep Fastify's name, status and base class, because applications compare them. Texts in responses are Fastify's, too.
 */

export interface ErrorRow {
  readonly status: number
  /** A `util.format` template. Each `%s` is one argument of the constructor, in order. */
  readonly message: string
  readonly base?: 'TypeError' | 'RangeError' | 'URIError'
  /** Fastify and espalier never throw this error. Plugins may read its constructor from `errorCodes`. */
  readonly isListedOnly?: true
}

/** The type of a message with only its placeholders. The full texts would be a sixth of the published declarations. */
type Template<Message extends string> = Message extends `${string}%s${infer Rest}`
  ? `${string}%s${Template<Rest>}`
  : string

function createTable<const Rows extends Readonly<Record<string, ErrorRow>>>(
  rows: Rows
): {
  readonly [Code in keyof Rows]: {
    readonly status: Rows[Code]['status']
    readonly message: Template<Rows[Code]['message']>
  }
}
function createTable(rows: Readonly<Record<string, ErrorRow>>): Readonly<Record<string, ErrorRow>> {
  return rows
}

// biome-ignore format: one row a line, so that the table reads as one
export const codes = createTable({
  // The app and its options
  FST_ERR_NOT_FOUND: { status: 404, message: 'Not Found', isListedOnly: true },
  FST_ERR_OPTIONS_NOT_OBJ: { status: 500, message: 'Options must be an object', base: 'TypeError' },
  FST_ERR_INIT_OPTS_INVALID: { status: 500, message: "Invalid initialization options: '%s'" },
  FST_ERR_QSP_NOT_FN: { status: 500, message: "querystringParser option should be a function, instead got '%s'", base: 'TypeError' },
  FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN: { status: 500, message: "schemaController.bucket option should be a function, instead got '%s'", base: 'TypeError' },
  FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN: { status: 500, message: "schemaErrorFormatter must be a synchronous function that returns an Error, not '%s'.", base: 'TypeError' },
  FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ: { status: 500, message: "ajv.customOptions must be an object with options of Ajv, not '%s'.", base: 'TypeError' },
  FST_ERR_AJV_CUSTOM_OPTIONS_OPT_NOT_ARR: { status: 500, message: "ajv.plugins must be an array of functions or [function, options] pairs, not '%s'.", base: 'TypeError' },
  FST_ERR_LISTEN_OPTIONS_INVALID: { status: 500, message: "Invalid listen options: '%s'", base: 'TypeError' },
  FST_ERR_FORCE_CLOSE_CONNECTIONS_IDLE_NOT_AVAILABLE: { status: 500, message: "Cannot set forceCloseConnections to 'idle' as your HTTP server does not support closeIdleConnections method" },
  FST_ERR_REOPENED_CLOSE_SERVER: { status: 500, message: 'The app has been closed and cannot be used again. Create a new one.' },
  FST_ERR_REOPENED_SERVER: { status: 500, message: 'The app is already listening. Call listen() once.' },
  ESP_ERR_NOT_READY: { status: 500, message: '%s came too early: plugins are still loading. Await ready() first.' },
  FST_ERR_INSTANCE_ALREADY_LISTENING: { status: 500, message: '%s came too late: the app has started. Declare everything before ready(), listen() and the first inject().' },

  // Validation and errors
  FST_ERR_VALIDATION: { status: 400, message: '%s' },
  FST_ERR_ERROR_HANDLER_NOT_FN: { status: 500, message: 'Error Handler must be a function', base: 'TypeError' },
  FST_ERR_ERROR_HANDLER_ALREADY_SET: { status: 500, message: "Error Handler already set in this scope. Set 'allowErrorHandlerOverride: true' to allow overriding.", base: 'TypeError' },
  FST_ERR_FAILED_ERROR_SERIALIZATION: { status: 500, message: 'Failed to serialize an error. Error: %s. Original error: %s' },
  ESP_ERR_VALIDATION_TOO_DEEP: { status: 400, message: '%s is nested too deeply to be validated' },

  // Content-type parsers and request bodies
  FST_ERR_CTP_ALREADY_PRESENT: { status: 500, message: "Content type parser '%s' already present." },
  FST_ERR_CTP_INVALID_TYPE: { status: 500, message: 'The content type should be a string or a RegExp', base: 'TypeError' },
  FST_ERR_CTP_EMPTY_TYPE: { status: 500, message: 'The content type cannot be an empty string', base: 'TypeError' },
  FST_ERR_CTP_INVALID_HANDLER: { status: 500, message: 'The content type handler should be a function', base: 'TypeError' },
  FST_ERR_CTP_INVALID_PARSE_TYPE: { status: 500, message: "The body parser can only parse your data as 'string' or 'buffer', you asked '%s' which is not supported.", base: 'TypeError' },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, message: 'Request body is too large', base: 'RangeError' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, message: 'Unsupported Media Type' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, message: 'Request body size did not match Content-Length', base: 'RangeError' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, message: "Body cannot be empty when content-type is set to 'application/json'" },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, message: "Body is not valid JSON but content-type is set to 'application/json'" },
  FST_ERR_CTP_INSTANCE_ALREADY_STARTED: { status: 400, message: "Cannot call '%s' after the app has started. Call it before ready()." },
  ESP_ERR_CTP_INVALID_UTF8: { status: 400, message: 'Request body is not valid UTF-8' },
  ESP_ERR_CTP_UNSUPPORTED_CHARSET: { status: 415, message: "Unsupported charset '%s'. Send the body as UTF-8." },

  // Decorators
  ESP_ERR_DERIVED_INVALID: { status: 500, message: "%s must return an object of members for the request, or the result of reply.send()." },
  ESP_ERR_DERIVED_NAME_TAKEN: { status: 500, message: "%s returned the member '%s', which the request already has. Give it another name." },
  FST_ERR_DEC_ALREADY_PRESENT: { status: 500, message: "The decorator '%s' has already been added!" },
  FST_ERR_DEC_DEPENDENCY_INVALID_TYPE: { status: 500, message: "The dependencies of decorator '%s' must be of type Array.", base: 'TypeError' },
  FST_ERR_DEC_MISSING_DEPENDENCY: { status: 500, message: "The decorator is missing dependency '%s'." },
  FST_ERR_DEC_AFTER_START: { status: 500, message: "The decorator '%s' has been added after start!" },
  FST_ERR_DEC_REFERENCE_TYPE: { status: 500, message: "The decorator '%s' of type '%s' is a reference type. Use the { getter, setter } interface instead." },
  FST_ERR_DEC_UNDECLARED: { status: 500, message: "No decorator '%s' has been declared on %s." },

  // Hooks
  FST_ERR_HOOK_INVALID_TYPE: { status: 500, message: 'The hook name must be a string', base: 'TypeError' },
  FST_ERR_HOOK_INVALID_HANDLER: { status: 500, message: '%s hook should be a function, instead got %s', base: 'TypeError' },
  FST_ERR_HOOK_INVALID_ASYNC_HANDLER: { status: 500, message: "Async function has too many arguments. Async hooks should not use the 'done' argument.", base: 'TypeError' },
  FST_ERR_HOOK_NOT_SUPPORTED: { status: 500, message: "There is no hook named '%s'.%s", base: 'TypeError' },
  FST_ERR_HOOK_TIMEOUT: { status: 500, message: "A callback for '%s' hook%s timed out. You may have forgotten to call 'done' function or to resolve a Promise" },
  FST_ERR_MISSING_MIDDLEWARE: { status: 500, message: 'use() needs a plugin that runs middleware. Register @fastify/middie or @fastify/express first.', isListedOnly: true },
  FST_ERR_SEND_INSIDE_ONERR: { status: 500, message: 'An onError hook only observes the error. Send the response in an error handler.' },
  FST_ERR_SEND_UNDEFINED_ERR: { status: 500, message: 'Undefined error has occurred' },
  ESP_ERR_ARGUMENT_INVALID: { status: 500, message: '%s must be %s, not %s.', base: 'TypeError' },
  ESP_ERR_PROMISE_RETURNED: { status: 500, message: '%s returned a promise, but its result is needed at once. Make it synchronous, and wait in a hook instead.', base: 'TypeError' },
  ESP_ERR_HOOK_SETTLED_TWICE: { status: 500, message: "%s of '%s' had already finished; its second result was ignored. Call done once, or return a promise, not both." },
  ESP_ERR_NEVER_FINISHES: { status: 500, message: '%s can never finish: it is not async, returns nothing and %s. %s.', base: 'TypeError' },

  // Logging
  FST_ERR_LOG_INVALID_DESTINATION: { status: 500, message: 'Cannot specify both logger.stream and logger.file options' },
  FST_ERR_LOG_INVALID_LOGGER: { status: 500, message: "Invalid logger object provided. The logger instance should have these functions(s): '%s'.", base: 'TypeError' },
  FST_ERR_LOG_INVALID_LOGGER_INSTANCE: { status: 500, message: "'loggerInstance' takes a ready logger. Pass options of a logger as 'logger'.", base: 'TypeError' },
  FST_ERR_LOG_INVALID_LOGGER_CONFIG: { status: 500, message: "'logger' takes true or an options object. Pass a ready logger as 'loggerInstance'.", base: 'TypeError' },
  FST_ERR_LOG_LOGGER_AND_LOGGER_INSTANCE_PROVIDED: { status: 500, message: "Pass either 'logger' or 'loggerInstance', not both.", base: 'TypeError' },
  FST_ERR_LOG_INVALID_LOG_CONTROLLER: { status: 500, message: "'logController' must be an instance of LogController or of a class that extends it, not '%s'.", base: 'TypeError' },

  // Requests and replies
  FST_ERR_REP_INVALID_PAYLOAD_TYPE: { status: 500, message: "Attempted to send payload of invalid type '%s'. Expected a string or Buffer.", base: 'TypeError' },
  FST_ERR_REP_RESPONSE_BODY_CONSUMED: { status: 500, message: 'The body of this Response has already been read. Send a Response whose body is unused.' },
  FST_ERR_REP_READABLE_STREAM_LOCKED: { status: 500, message: 'ReadableStream was locked. You should call releaseLock() method on reader before sending.' },
  FST_ERR_REP_ALREADY_SENT: { status: 500, message: 'Reply was already sent, did you forget to "return reply" in "%s" (%s)?' },
  FST_ERR_REP_SENT_VALUE: { status: 500, message: 'reply.sent cannot be set. Call reply.hijack() to write to reply.raw.', base: 'TypeError', isListedOnly: true },
  FST_ERR_BAD_STATUS_CODE: { status: 500, message: 'Called reply with an invalid status code: %s' },
  FST_ERR_BAD_TRAILER_NAME: { status: 500, message: 'Called reply.trailer with an invalid header name: %s' },
  FST_ERR_BAD_TRAILER_VALUE: { status: 500, message: "Called reply.trailer('%s', fn) with an invalid type: %s. Expected a function." },
  FST_ERR_MISSING_SERIALIZATION_FN: { status: 500, message: 'Missing serialization function. Key "%s"' },
  FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN: { status: 500, message: 'Missing serialization function. Key "%s:%s"' },
  FST_ERR_REQ_INVALID_VALIDATION_INVOCATION: { status: 500, message: "validateInput() has nothing to validate with: the route has no schema for '%s' and none was passed." },
  ESP_ERR_INVALID_HOST: { status: 400, message: 'The Host header is missing, repeated or malformed' },
  ESP_ERR_NO_NODE_MESSAGE: { status: 500, message: "'%s' exists only for requests that came through node:http.%s Use the other members of the request and the reply, or serve this route with node:http." },
  ESP_ERR_NOT_ON_WORKERS: { status: 500, message: 'Workers have no %s. %s' },
  ESP_ERR_REP_CONTENT_LENGTH_MISMATCH: { status: 500, message: "The body of '%s' (%s) has %s bytes but content-length declares %s. Leave content-length unset or make it equal." },
  ESP_ERR_REP_HEADER_PROMISE: { status: 500, message: "The header '%s' was given a promise. Await it first.", base: 'TypeError' },
  ESP_ERR_REP_TOO_MANY_SENDS: { status: 500, message: "Route '%s' (%s) replaced its response %s times. Look for an onSend or preSerialization hook that calls reply.send() or reply.callNotFound()." },
  ESP_ERR_REP_LOCATION_INVALID: { status: 500, message: 'The redirect target %s contains a control character. Encode input of clients with encodeURIComponent().' },
  ESP_ERR_EVENT_INVALID: { status: 500, message: "Route '%s' (%s) cannot send the event %s: %s" },
  ESP_ERR_REP_ITERABLE_UNTYPED: { status: 500, message: "Route '%s' (%s) sent an async iterable%s. Call reply.type('application/x-ndjson') for one line of JSON per item, or send an array." },
  ESP_ERR_REP_TEXT_NOT_JSON: { status: 500, message: "Route '%s' (%s) answered %s as '%s' with a text that is not the JSON of its response schema. Send JSON.stringify(text), or do not set the media type." },
  ESP_ERR_RESPONSE_STATUS_UNDECLARED: { status: 500, message: "Route '%s' (%s) answered %s, which its response schema does not declare. Declare that status, its class or 'default', or set strictResponses: false." },
  ESP_ERR_RESPONSE_TYPE_UNDECLARED: { status: 500, message: "Route '%s' (%s) answered %s as '%s', which its response schema does not declare. Declare that media type, or set strictResponses: false." },
  ESP_ERR_RESPONSE_UNREACHABLE: { status: 500, message: "The response schema of '%s' (%s) declares %s, which can never be sent: %s, or set strictResponses: false." },

  // Schemas
  FST_ERR_SCH_MISSING_ID: { status: 500, message: "A shared schema needs a '$id' by which others refer to it." },
  FST_ERR_SCH_ALREADY_PRESENT: { status: 500, message: "Schema with id '%s' already declared!" },
  FST_ERR_SCH_CONTENT_MISSING_SCHEMA: { status: 500, message: "Schema is missing for the content type '%s'" },
  FST_ERR_SCH_DUPLICATE: { status: 500, message: "Schema with '%s' already present!" },
  FST_ERR_SCH_VALIDATION_BUILD: { status: 500, message: 'Failed building the validation schema for %s: %s, due to error %s' },
  FST_ERR_SCH_SERIALIZATION_BUILD: { status: 500, message: 'Failed building the serialization schema for %s: %s, due to error %s' },
  FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX: { status: 500, message: 'response schemas should be nested under a valid status code, e.g { 2xx: { type: "object" } }' },
  ESP_ERR_SCHEMA_NOT_VISIBLE: { status: 500, message: "No schema with $id '%s' is declared in this context or above it. Add it with addSchema() before referring to it." },
  ESP_ERR_SCH_RESERVED_ID: { status: 500, message: "The $id '%s' is reserved: every object has a property of that name. Choose another $id." },
  ESP_ERR_SCH_REFERENCE_MISSING: { status: 500, message: "The reference '%s' does not resolve to a schema." },
  ESP_ERR_SCH_ID_TAKEN: { status: 500, message: "A schema of %s %s has the $id '%s' of a shared schema but differs from it. Refer to the shared one by { $ref: '%s#' }, or give this one another $id." },
  ESP_ERR_SCH_UNKNOWN_KEY: { status: 500, message: "'%s' is not a key of a route's schema (%s %s).%s" },
  ESP_ERR_SCH_UNDEFINED_KEY: { status: 500, message: "The '%s' schema of %s %s is undefined. Give it a schema or remove the key." },
  ESP_ERR_ENDPOINT_RESPONSE_UNDECLARED: { status: 500, message: "%s can send '%s', but endpoint %s %s does not declare it. Add it to the response of the endpoint or of its group, or set strictResponses: false." },
  ESP_ERR_ENDPOINT_OUTSIDE_PREFIX: { status: 500, message: "The path of an endpoint is absolute, but %s %s does not begin with '%s', the prefix of the context that implements it." },
  ESP_ERR_SCH_PARAM_CONFLICT: { status: 500, message: "%s declares the prefix parameter '%s', which the enclosing plugin '%s' declares with another schema. Declare it once." },
  ESP_ERR_SCH_PARAM_ABSENT: { status: 500, message: "The params schema of %s %s has the field '%s', but its path has no such parameter. Its parameters: %s.%s" },
  ESP_ERR_SCH_FOREIGN: { status: 500, message: "The '%s' schema of %s %s is of %s, which this context cannot read. %s." },
  ESP_ERR_SCH_AMBIGUOUS: { status: 500, message: "The '%s' schema of %s %s has two meanings: an object with the %s, or, as JSON Schema, %s. Write { type: 'object', properties: { … } } for the first, or add the 'type' that is meant for the second." },
  ESP_ERR_COMPILED_STALE: { status: 500, message: "The precompiled schemas do not match %s: %s. Run 'espalier compile' again." },
  ESP_ERR_SCH_UNSAFE: { status: 500, message: "The schema for %s: %s contains %s, which a client could use to block the process. %s" },

  // Routes
  FST_ERR_DUPLICATED_ROUTE: { status: 500, message: "'%s' is already declared for route '%s'. Remove one of the two, or tell them apart by constraints." },
  FST_ERR_BAD_URL: { status: 400, message: "'%s' is not a valid url component", base: 'URIError' },
  FST_ERR_MAX_PARAM_LENGTH: { status: 414, message: "'%s' is exceeding the max param length", base: 'URIError' },
  FST_ERR_ASYNC_CONSTRAINT: { status: 500, message: 'Unexpected error from async constraint' },
  ESP_ERR_APP_CLOSING: { status: 503, message: 'The application is closing' },
  ESP_ERR_CONSTRAINT_TIMEOUT: { status: 503, message: "The constraint '%s' did not call back within %s ms" },
  FST_ERR_INVALID_URL: { status: 400, message: "URL must be a string. Received '%s'", base: 'TypeError' },
  FST_ERR_ROUTE_OPTIONS_NOT_OBJ: { status: 500, message: "The options of route '%s:%s' must be an object.", base: 'TypeError' },
  FST_ERR_ROUTE_DUPLICATED_HANDLER: { status: 500, message: "Route '%s:%s' has two handlers. Pass it as the last argument or as 'handler', not both." },
  FST_ERR_ROUTE_HANDLER_NOT_FN: { status: 500, message: 'Error Handler for %s:%s route, if defined, must be a function', base: 'TypeError' },
  FST_ERR_ROUTE_MISSING_HANDLER: { status: 500, message: "Route '%s:%s' has no handler. Pass a function as the last argument or as 'handler'." },
  FST_ERR_ROUTE_METHOD_INVALID: { status: 500, message: 'Provided method is invalid!', base: 'TypeError' },
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: { status: 500, message: '%s method is not supported.' },
  FST_ERR_ROUTE_LOG_LEVEL_INVALID: { status: 500, message: "Log level for '%s:%s' route must be a valid logger level. Received: '%s'", base: 'TypeError' },
  FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED: { status: 500, message: 'Body validation schema for %s:%s route is not supported!' },
  FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT: { status: 500, message: "'bodyLimit' option must be an integer > 0. Got '%s'", base: 'TypeError' },
  FST_ERR_HANDLER_TIMEOUT: { status: 503, message: "Request timed out after %s ms on route '%s'" },
  FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT: { status: 500, message: "'handlerTimeout' must be an integer of milliseconds greater than 0, not '%s'.", base: 'TypeError' },
  FST_ERR_ROUTE_REWRITE_NOT_STR: { status: 500, message: "rewriteUrl must return a string; for '%s' it returned '%s'.", base: 'TypeError' },
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: { status: 400, message: "Method '%s' must provide a 'Content-Type' header." },
  FST_ERR_ROUTE_MISSING_CONTENT: { status: 400, message: "Method '%s' must provide a request body.", isListedOnly: true },
  ESP_ERR_ROUTE_PATH_INVALID: { status: 500, message: "No request can be routed to '%s' (%s): %s" },
  ESP_ERR_ROUTE_CHANGED_TOO_LATE: { status: 500, message: "An onRoute hook of '%s' changes '%s' of %s %s, which was declared before the plugin had loaded. Await register() before you declare the route." },
  ESP_ERR_ROUTER_UNSUPPORTED: { status: 500, message: "This process forbids code generation from strings, and espalier does not support the installed version of find-my-way without it. Install find-my-way %s, or start Node.js without --disallow-code-generation-from-strings." },
  ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET: { status: 500, message: "Not found handler already set for Fastify instance with prefix: '%s'" },

  // Plugins
  FST_ERR_PLUGIN_VERSION_MISMATCH: { status: 500, message: "fastify-plugin: %s - expected '%s' fastify version, '%s' is installed. It is the Fastify release whose API this app offers: install a release of the plugin that supports it." },
  FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE: { status: 500, message: "The decorator '%s'%s is not present in %s" },
  FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED: { status: 500, message: "The dependency '%s' of plugin '%s' is not registered" },
  ESP_ERR_ADOPTED_DECORATOR_MISSING: { status: 500, message: "The adopted plugin '%s' has not declared %s. Check the plugin's options, or leave the name out of adopt()." },
  ESP_ERR_PLUGIN_APP_FOREIGN: { status: 500, message: "The plugin '%s' needs an espalier app, but this app was made by 'fastify'. Where the app is made, import the factory from 'espalier/fastify-types'." },
  ESP_ERR_PLUGIN_META_INVALID: { status: 500, message: "'%s' in the metadata of plugin '%s' must be an array of names.", base: 'TypeError' },
  FST_ERR_PLUGIN_INVALID_ASYNC_HANDLER: { status: 500, message: 'The %s plugin being registered mixes async and callback styles. Async plugin should not mix async and callback style.', base: 'TypeError' },
  FST_ERR_PLUGIN_CALLBACK_NOT_FN: { status: 500, message: '%s', base: 'TypeError' },
  FST_ERR_PLUGIN_NOT_VALID: { status: 500, message: 'register() takes a plugin: a function, or a promise of one, not %s.' },
  FST_ERR_ROOT_PLG_BOOTED: { status: 500, message: '%s came too late: the app has started. Call it before ready(), listen() and the first inject().' },
  FST_ERR_PARENT_PLUGIN_BOOTED: { status: 500, message: "The plugin '%s' came too late: the one that registers it has loaded already. Register it before that returns, or before its promise resolves." },
  FST_ERR_PLUGIN_TIMEOUT: { status: 500, message: 'fastify-plugin: %s' },

  // The plugin espalier/bearer-auth
  FST_BEARER_AUTH_INVALID_KEYS_OPTION_TYPE: { status: 500, message: "'keys' must be a Set or an array of strings, not '%s'.", base: 'TypeError' },
  FST_BEARER_AUTH_KEYS_OPTION_INVALID_KEY_TYPE: { status: 500, message: "'keys' must contain non-empty strings only, not '%s'.", base: 'TypeError' },
  FST_BEARER_AUTH_INVALID_HOOK: { status: 500, message: "'addHook' must be a boolean, 'onRequest' or 'preParsing', not '%s'.", base: 'TypeError' },
  FST_BEARER_AUTH_INVALID_LOG_LEVEL: { status: 500, message: "'verifyErrorLogLevel' must be a level of the app's logger, not '%s'.", base: 'TypeError' },
  FST_BEARER_AUTH_INVALID_SPEC: { status: 500, message: "'specCompliance' must be 'rfc6749' or 'rfc6750', not '%s'.", base: 'TypeError' },
  FST_BEARER_AUTH_MISSING_AUTHORIZATION_HEADER: { status: 401, message: 'missing authorization header' },
  FST_BEARER_AUTH_INVALID_AUTHORIZATION_HEADER: { status: 401, message: 'invalid authorization header' }
})

/** The code of an error that the framework makes; every one is listed in docs/errors.md. */
export type ErrorCode = keyof typeof codes
