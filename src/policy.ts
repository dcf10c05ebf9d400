/**
 * The differences between espalier and Fastify, one fact each. The option `compat`, which chooses Fastify's side, is read here only. Other modules
 * read these facts.
 */
import { isForDevelopers, isInDevelopment } from './error/exposure.ts'

/** The options of an app that choose facts. */
interface PolicyOptions {
  readonly compat?: 'fastify'
  readonly strictResponses?: boolean
  readonly exposeErrors?: boolean
}

export interface Policy {
  /** Requests, functions that answer and closing have a time after which they are over, where the application sets none. */
  readonly boundsTime: boolean
  /** `handlerTimeout` counts until an answer begins, and a route may switch it off. Otherwise it counts until the answer is complete. */
  readonly boundsBeginnings: boolean
  /** The options that plugins read include those that Fastify does not know, also where they are switched off. */
  readonly showsOwnOptions: boolean
  /** The default validator refuses infinite numbers, inherited properties and costly patterns, `uniqueItems` takes linear time, and unions take one member. */
  readonly guardsValidation: boolean
  /** A key that no route schema has stops the boot. */
  readonly refusesUnknownKeys: boolean
  /** A schema of parameters that asks for one that the path does not have stops the boot. */
  readonly refusesAbsentParameters: boolean
  /** A route's schema with the `$id` of another, shared one stops the boot. */
  readonly refusesTakenIds: boolean
  /** A compiler of the application that returns neither a function nor nothing stops the boot. */
  readonly refusesNoFunctions: boolean
  /** A handler or hook that can never finish stops the boot. */
  readonly refusesSilentFunctions: boolean
  /** A body in a charset other than UTF-8, or of bytes that are none, is refused. */
  readonly refusesForeignText: boolean
  /** Where a route lists the media types of its body, others are refused, and so is a missing body. */
  readonly refusesUnlistedBodies: boolean
  /** A request that no route matches is not found, also where its body cannot be read. */
  readonly sparesUnmatchedBodies: boolean
  /** A success status or media type that a response map does not declare is an error. */
  readonly strictResponses: boolean
  /** The message of a failed validation lists the allowed values of an enum or a constant. */
  readonly namesAllowedValues: boolean
  /** An async iterable that nothing describes as JSON is sent as a stream. */
  readonly streamsIterables: boolean
  /** Error handlers of the root answer requests that cannot be routed, where the option `frameworkErrors` is not set. */
  readonly handlesFrameworkErrors: boolean
  /** Clients see the text of unexpected errors. */
  readonly exposeErrors: boolean
  /** The default 404 names the routes that are near, and the prefix that the path lacks: in development alone. */
  readonly namesNearestRoutes: boolean
  /** The text of an answer that could not be serialized names the route and the status. */
  readonly namesUnserialized: boolean
  /** A response of an error handler has the status of the error if the handler sets none. */
  readonly keepsErrorStatus: boolean
  /** A handler that sets no status answers with the only success status of its response map. */
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
