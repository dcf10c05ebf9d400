/** The exports of both entries of a contract: its functions under their public types. */
import type { EndpointFunction, EndpointsFunction, EventsFunction, WithDefaultFunction } from '../../types/index.ts'
import { endpoint as makeEndpoint, endpoints as makeEndpoints } from './endpoint.ts'
import { events as makeEvents } from './events.ts'
import { withDefault as giveDefault } from './with-default.ts'

/**
 * Makes a method, a path and their schemas one value, which `app.route` implements and `app.inject` calls, typed on both sides.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the target is not `'METHOD /path'`.
 * @example
 * const getBook = endpoint('GET /books/:id', { params: { id: Type.Integer() }, response: { 200: Book } })
 */
export const endpoint = makeEndpoint as unknown as EndpointFunction
/**
 * Makes the endpoints of a group: their paths begin with its prefix, and they share its schemas of parameters, its responses and its tags.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the prefix is no path, or a target not `'METHOD /path'`.
 * @example
 * const tickets = endpoints('/orgs/:org', { params: { org: Slug }, response: { '4xx': Problem } }, {
 *   list: ['GET /tickets', { response: { 200: Type.Array(Ticket) } }],
 *   remove: 'DELETE /tickets/:id'
 * })
 */
export const endpoints = makeEndpoints as unknown as EndpointsFunction
/**
 * Makes an entry of a response map that is answered by an event stream (`text/event-stream`): schemas by the names of its events. A handler answers it
 * with what yields `{ event, data, id?, retry? }`, such as an async generator.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when an event has no schema, or a name that is empty or has a line break.
 * @example
 * const watch = endpoint('GET /ticks', { response: { 200: events({ tick: Type.Object({ n: Type.Integer() }), done: Type.Null() }) } })
 */
export const events = makeEvents as unknown as EventsFunction
/**
 * Gives a schema a `default` that its type knows: a handler always finds the value, a client need not send it.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when it is given no schema.
 * @example withDefault(Type.Integer({ minimum: 1 }), 10)
 */
export const withDefault = giveDefault as unknown as WithDefaultFunction
