/** Warnings about code that works but is probably a mistake. Warnings of Fastify keep Fastify's code and name, because programs filter by both. */
import { format } from 'node:util'

interface WarningRow {
  readonly name: 'FastifyWarning' | 'FastifySecurity' | 'FastifyDeprecation' | 'EspalierWarning'
  /** A `util.format` template. Each `%s` is one value passed to `warn`. */
  readonly message: string
}

// biome-ignore format: one row a line, so that the table reads as one
export const warnings = {
  ESPWRN001: { name: 'EspalierWarning', message: "Unknown option '%s' for %s. It has no effect. Did you mean '%s'?" },
  ESPWRN002: { name: 'EspalierWarning', message: "close() waits for the '%s' hook%s, which has not finished within %s ms. Make sure that it calls 'done' or that its promise resolves." },
  ESPWRN003: { name: 'EspalierWarning', message: "%s failed, and neither a log nor the client shows why. Pass { logger: true } to log errors; NODE_ENV=development or { exposeErrors: true } shows their text to clients. This is reported once. %s" },
  ESPWRN004: { name: 'EspalierWarning', message: '%s() at %s does not count for the route %s, which was declared before it at %s. Call it above the route, or pass { lateSettings: true }.' },
  ESPWRN005: { name: 'EspalierWarning', message: "trustProxy: %s trusts no proxy: a count of hops cannot tell a proxy from a client that sends as many entries. Name the addresses of the proxies, such as trustProxy: '10.0.0.0/8'." },
  ESPWRN006: { name: 'EspalierWarning', message: 'The handler %s of %s %s takes no reply and has returned nothing, so its requests may have no answer until handlerTimeout ends them. Return the payload, or take the reply and call reply.send().' },
  FSTWRN003: { name: 'FastifyWarning', message: '%s was given a callback and its promise is used too. Use one of them, or a rejection goes unhandled.' },
  FSTWRN004: { name: 'FastifyWarning', message: "A second error handler was set in the same context; the first becomes its parent. Set 'allowErrorHandlerOverride: false' to refuse this. The second: %s. The first: %s." },
  FSTSEC001: { name: 'FastifySecurity', message: "The content type /%s/ matches anywhere in the header, so a client can avoid a CORS preflight. Start it with '^'." },
  FSTDEP022: { name: 'FastifyWarning', message: "The option '%s' belongs in 'routerOptions'; at the top level it is deprecated." },
  FSTDEP023: { name: 'FastifyDeprecation', message: "The option 'disableRequestLogging' is deprecated. Pass a LogController with this option as 'logController'." },
  FSTDEP024: { name: 'FastifyDeprecation', message: "The option 'requestIdLogLabel' is deprecated. Pass a LogController with this option as 'logController'." },
  FSTDEP025: { name: 'FastifyDeprecation', message: "addHttpMethod() replaces the existing method '%s'. Pass { overrideExisting: true } to allow this." }
} as const satisfies Record<string, WarningRow>

/** The code of a process warning that the framework emits. */
export type WarningCode = keyof typeof warnings

export function warn(code: WarningCode, ...values: readonly unknown[]): void {
  const { name, message } = warnings[code]
  process.emitWarning(format(message, ...values), name, code)
}
