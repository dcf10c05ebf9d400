/**
 * The header by which a repeated request is recognized. Published as `@espalier/kit/idempotency-key`, which loads only TypeBox, so that code for
 * browsers may import it.
 */
import { type TUnsafe, Type } from '@sinclair/typebox'
import type { SchemaWithDefault } from 'espalier'

/** A string as in structured fields (RFC 9651 §3.3.3), with 1 to 255 characters. @internal */
export const keyPattern = '^"(?:[ !#-\\[\\]-~]|\\\\["\\\\]){1,255}"$'

const description =
  'Names what the request is to do, in quotes: a UUID, say. A request that is sent again has the same key, and is answered as the first one was, with the header Idempotency-Replayed: true.'

/** The schema that the plugin `idempotency` adds to an app. @internal */
export const keySchema = { $id: 'IdempotencyKey', type: 'string', pattern: keyPattern, description } as const

/**
 * The `$ref` in the header schema, which the plugin `idempotency` replaces. Without the plugin, boot fails, and the error quotes this text as advice.
 */
const advice = 'register-idempotency-before-this-route'

/**
 * The headers schema for a route or an endpoint with `idempotency`. A client of `espalier/client` generates a key for each call that passes none.
 *
 * @throws FST_ERR_SCH_VALIDATION_BUILD `can't resolve reference register-idempotency-before-this-route` at boot, when the plugin is not registered
 * before the route. Without the plugin, a retry would run the handler again.
 * @example
 * const addOrder = endpoint('POST /orders', { headers: idempotencyKey, response: { 201: Type.String() } })
 * Object.keys(addOrder.schema.headers) // [ 'idempotency-key' ]
 */
export const idempotencyKey: { readonly 'idempotency-key': SchemaWithDefault<TUnsafe<string>> } = {
  'idempotency-key': Type.Unsafe<string>({ $ref: advice, description }) as SchemaWithDefault<TUnsafe<string>>
}
