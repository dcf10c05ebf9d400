/** Adds an idempotency key to calls, by which a server recognizes a repeated request. The endpoint must declare the header `Idempotency-Key`. */

interface Input {
  readonly headers?: Record<string, unknown>
}

/**
 * Returns the input of a call with an idempotency key: the caller's, or 128 random bits. Keys are strings of a structured field (RFC 9651 §3.3.3).
 *
 * @example withKey({ headers: { 'idempotency-key': '"a"' } }).headers // { 'idempotency-key': '"a"' }
 */
export function withKey<Given extends Input>(input: Given): Given {
  const own = Object.entries(input.headers ?? {}).filter(([, value]) => value !== undefined)
  const key = `"${crypto.getRandomValues(new Uint32Array(4)).join('-')}"`
  // The caller's header replaces the generated one, because it comes later, even if its name is in another case.
  return { ...input, headers: { 'idempotency-key': key, ...Object.fromEntries(own) } }
}
