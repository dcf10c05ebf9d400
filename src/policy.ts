/**
 * The differences between espalier and Fastify as flags. The option `compat`, which chooses Fastify's side, is read only here. Other modules read these
 * flags.
 */
import { isForDevelopers, isInDevelopment } from './error/exposure.ts'

/** The app options that decide the flags. */
interface PolicyOptions {
  readonly compat?: 'fastify'
  readonly strictResponses?: boolean
  readonly exposeErrors?: boolean
}

export interface Policy {
  /** Requests, functions that respond and closing have default time limits. */
  readonly boundsTime: boolean
  /**
   * `handlerTimeout` limits the time until a response begins, and a route may disable it. Otherwise it limits the time until the response is complete.
   */
  readonly boundsBeginnings: boolean
  /** The options that plugins read include those that Fastify lacks, even if they are disabled. */
  readonly showsOwnOptions: boolean
  /**
   * The default validator refuses infinite numbers, inherited properties and costly patterns. `uniqueItems` takes linear time, and a union matches one
   * member.
   */
  readonly guardsValidation: boolean
  /** An unknown key in a route's schema is an error at boot. */
  readonly refusesUnknownKeys: boolean
  /** A params schema that requires a parameter that the path lacks is an error at boot. */
  readonly refusesAbsentParameters: boolean
  /** A route's schema with the `$id` of a different shared schema is an error at boot. */
  readonly refusesTakenIds: boolean
  /** An application's compiler that returns neither a function nor nothing is an error at boot. */
  readonly refusesNoFunctions: boolean
  /** A handler or hook that can never finish is an error at boot. */
  readonly refusesSilentFunctions: boolean
  /** A body in a charset other than UTF-8, or that is not valid UTF-8, is refused. */
  readonly refusesForeignText: boolean
  /** If a route lists the media types of its body, others and a missing body are refused. */
  readonly refusesUnlistedBodies: boolean
  /** A request without a route gets a 404 even if its body cannot be read. */
  readonly sparesUnmatchedBodies: boolean
  /** A success status or media type that a response map does not declare is an error. */
  readonly strictResponses: boolean
  /** The message of a failed validation lists the allowed values of an enum or a constant. */
  readonly namesAllowedValues: boolean
  /** An async iterable whose response is not declared as JSON is sent as a stream. */
  readonly streamsIterables: boolean
  /** Error handlers of the root respond to requests that cannot be routed, if the option `frameworkErrors` is not set. */
  readonly handlesFrameworkErrors: boolean
  /** Clients see the text of unexpected errors. */
  readonly exposeErrors: boolean
  /** The default 404 lists similar routes and a missing prefix, only in development. */
  readonly namesNearestRoutes: boolean
  /** The message of a response that could not be serialized contains the route and the status. */
  readonly namesUnserialized: boolean
  /** A response of an error handler has the status of the error if the handler sets none. */
  readonly keepsErrorStatus: boolean
  /** A handler that sets no status responds with the only success status of its response map. */
  readonly infersStatus: boolean
}

export function toPolicy({ compat, strictResponses, exposeErrors }: PolicyOptions): Policy {
  const isOurs = compat !== 'fastify'
  return {
    boundsTime: isOurs,
    boundsBeginnings: isOurs,
    showsOwnOptions: isOurs,
    guardsValidation: isOurs,
    refusesUnknownKeys: isOurs,
    refusesAbsentParameters: isOurs,
    refusesTakenIds: isOurs,
    refusesNoFunctions: isOurs,
    refusesSilentFunctions: isOurs,
    refusesForeignText: isOurs,
    refusesUnlistedBodies: isOurs,
    sparesUnmatchedBodies: isOurs,
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
