import type { EndpointFunction, EndpointsFunction, EventsFunction, WithDefaultFunction } from '../../types/index.ts'
import { endpoint as makeEndpoint, endpoints as makeEndpoints } from './endpoint.ts'
import { events as makeEvents } from './events.ts'
import { withDefault as giveDefault } from './with-default.ts'

/**
 * Makes one value of a method, a path and schemas. `app.route` implements it and `app.inject` calls it, both typed.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the target is not `'METHOD /path'`.
 * @example
 * const getBook = endpoint('GET /books/:id', { params: { id: Type.Integer() } })
 * app.route(getBook, ({ params }) => params.id + 1)
 * const { body } = await app.inject(getBook, { params: { id: 7 } }) // '8'
 */
export const endpoint = makeEndpoint as unknown as EndpointFunction
/**
 * Makes the endpoints of a group. Their paths begin with the prefix of the group, and they share its parameters, responses and tags.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the prefix is not a path, or a target is not `'METHOD /path'`.
 * @example
 * const Problem = Type.Object({ code: Type.String() })
 * const tickets = endpoints('/orgs/:org', { response: { '4xx': Problem } }, {
 *   list: ['GET /tickets', { response: { 200: Type.Array(Type.String()) } }],
 *   remove: 'DELETE /tickets/:id'
 * })
 * tickets.remove.path // '/orgs/:org/tickets/:id'
 */
export const endpoints = makeEndpoints as unknown as EndpointsFunction
/**
 * Makes an entry of a response map for an event stream (`text/event-stream`), from schemas by event name. A handler returns an iterable of `{ event,
 * data, id?, retry? }`, for example an async generator.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when an event has no schema, or a name that is empty or has a line break.
 * @example
 * const watch = endpoint('GET /ticks', { response: { 200: events({ tick: Type.Integer() }) } })
 * app.route(watch, async function* () { yield { event: 'tick', data: 1 } })
 * const { body } = await app.inject('/ticks') // 'event: tick\ndata: 1\n\n'
 */
export const events = makeEvents as unknown as EventsFunction
/**
 * Adds a `default` to a schema and to its type: the handler always gets a value, and the client may omit it.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the first argument is not a schema.
 * @example withDefault(Type.Integer({ minimum: 1 }), 10).default // 10
 */
export const withDefault = giveDefault as unknown as WithDefaultFunction
