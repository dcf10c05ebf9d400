/**
 * The header by which a route recognizes a repeated request. Published as `@espalier/kit/idempotency-key`. It loads only TypeBox, so code for browsers
 * may import it.
 */
import { type TUnsafe, Type } from '@sinclair/typebox'
import type { SchemaWithDefault } from 'espalier'

/** A string of a structured field (RFC 9651 §3.3.3) of 1 to 255 characters. @internal */
export const keyPattern = '^"(?:[ !#-\\[\\]-~]|\\\\["\\\\]){1,255}"$'

const description =
  'Names what the request is to do, in quotes: a UUID, say. A request that is sent again has the same key, and is answered as the first one was, with the header Idempotency-Replayed: true.'

/** The schema that the plugin adds. @internal */
export const keySchema = { $id: 'IdempotencyKey', type: 'string', pattern: keyPattern, description } as const

/**
 * The headers schema for a route or an endpoint with `idempotency`. A client of `espalier/client` makes a key for each call, if none is passed.
 *
 * The schema refers to one that the plugin adds. So an app without the plugin fails at boot. Otherwise a retry of a client would repeat the effect.
 *
 * @throws FST_ERR_SCH_VALIDATION_BUILD `can't resolve reference IdempotencyKey` at boot, when the context of the route has no plugin `idempotency`
 * @example
 * const addOrder = endpoint('POST /orders', { headers: idempotencyKey, response: { 201: Type.String() } })
 * Object.keys(addOrder.schema.headers) // [ 'idempotency-key' ]
 */
export const idempotencyKey: { readonly 'idempotency-key': SchemaWithDefault<TUnsafe<string>> } = {
  'idempotency-key': Type.Unsafe<string>({ $ref: keySchema.$id, description }) as SchemaWithDefault<TUnsafe<string>>
}
