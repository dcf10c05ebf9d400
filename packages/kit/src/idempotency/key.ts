/** The header by which a route knows a repeated request. Published as `@espalier/kit/idempotency-key`. It loads TypeBox alone, so a page may have it. */
import { type TString, Type } from '@sinclair/typebox'
import type { SchemaWithDefault } from 'espalier'

/** A text of a structured field (RFC 9651 §3.3.3) of 1 to 255 characters. */
export const keyPattern = '^"(?:[ !#-\\[\\]-~]|\\\\["\\\\]){1,255}"$'

const description =
  'Names what the request is to do, in quotes: a UUID, say. A request that is sent again has the same key, and is answered as the first one was.'

/**
 * The schemas of the headers of a route or an endpoint that takes part in `idempotency`. A client of `espalier/client` need not give the key: it makes one
 * for each call.
 *
 * @example endpoint('POST /orders', { headers: idempotencyKey, body: Order, response: { 201: Order } })
 */
export const idempotencyKey: { readonly 'idempotency-key': SchemaWithDefault<TString> } = {
  'idempotency-key': Type.String({ pattern: keyPattern, description }) as SchemaWithDefault<TString>
}
