/** The differences between espalier and Fastify as flags. Only this file reads the option `compat`, which chooses Fastify's behaviour. */
import type { ServerOptions } from '../types/options.ts'
import { isForDevelopers, isInDevelopment } from './error/exposure.ts'

type PolicyOptions = Pick<ServerOptions, 'compat' | 'strictResponses' | 'exposeErrors'>

export interface Policy {
  /** Requests, handlers and `close()` have default time limits. */
  readonly boundsTime: boolean
  /**
   * If true, `handlerTimeout` limits the time until a response begins, and a route may disable the limit. If false, `handlerTimeout` limits the time
   * until the response ends.
   */
  readonly limitsTimeToResponse: boolean
  /** `app.initialConfig` includes the options that Fastify lacks, even if they are disabled. */
  readonly showsOwnOptions: boolean
  /**
   * The default validator refuses infinite numbers, inherited properties and costly patterns. `uniqueItems` takes linear time. Only one schema of a
   * union coerces a value.
   */
  readonly guardsValidation: boolean
  /** An unknown key in a route's schema is an error at boot. */
  readonly refusesUnknownKeys: boolean
  /** A params schema is an error at boot if it requires a parameter that is missing in the path. */
  readonly refusesAbsentParameters: boolean
  /** A route's schema is an error at boot if its `$id` belongs to a shared schema that differs. */
  readonly refusesTakenIds: boolean
  /** It is an error at boot if a custom compiler returns neither a function nor `undefined`. */
  readonly refusesNoFunctions: boolean
  /** A handler or hook that can never finish is an error at boot: it returns no promise, and calls neither `done` nor the reply. */
  readonly refusesNeverFinishing: boolean
  /** A body is refused if its charset is not UTF-8, or if it is not valid UTF-8. */
  readonly requiresUtf8: boolean
  /** If a route lists the media types of its body, other media types and a missing body are refused. */
  readonly refusesUnlistedBodies: boolean
  /** A request without a route gets a 404 even if its body cannot be read. */
  readonly ignoresUnmatchedBodies: boolean
  /** A success status or media type that the route's responses do not declare is an error. */
  readonly strictResponses: boolean
  /** The message of a failed validation lists the allowed values of an enum or a constant. */
  readonly namesAllowedValues: boolean
  /** An async iterable is sent as a stream, unless its response is declared as JSON. */
  readonly streamsIterables: boolean
  /** If the option `frameworkErrors` is not set, error handlers of the root context respond to requests that cannot be routed. */
  readonly handlesFrameworkErrors: boolean
  /** Clients see the text of unexpected errors. */
  readonly exposeErrors: boolean
  /** The default 404 lists similar routes and a missing prefix, only in development. */
  readonly namesNearestRoutes: boolean
  /** The message of a response that could not be serialized contains the route and the status. */
  readonly namesUnserialized: boolean
  /** A response of an error handler has the status of the error if the handler sets none. */
  readonly keepsErrorStatus: boolean
  /** A handler that sets no status responds with the only success status that the route declares. */
  readonly infersStatus: boolean
}

export function toPolicy({ compat, strictResponses, exposeErrors }: PolicyOptions): Policy {
  const isOurs = compat !== 'fastify'
  return {
    boundsTime: isOurs,
    limitsTimeToResponse: isOurs,
    showsOwnOptions: isOurs,
    guardsValidation: isOurs,
    refusesUnknownKeys: isOurs,
    refusesAbsentParameters: isOurs,
    refusesTakenIds: isOurs,
    refusesNoFunctions: isOurs,
    refusesNeverFinishing: isOurs,
    requiresUtf8: isOurs,
    refusesUnlistedBodies: isOurs,
    ignoresUnmatchedBodies: isOurs,
    namesAllowedValues: isOurs,
    streamsIterables: isOurs,
    handlesFrameworkErrors: isOurs,
    namesNearestRoutes: isOurs && isInDevelopment(),
    namesUnserialized: isOurs,
    strictResponses: strictResponses ?? isOurs,
    exposeErrors: exposeErrors ?? (!isOurs || isForDevelopers(process.env)),
    keepsErrorStatus: isOurs,
    infersStatus: isOurs
  }
}
