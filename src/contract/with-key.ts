/** Adds keys to calls whose endpoint declares the header `Idempotency-Key`, by which a server recognizes a repeated request. */

interface Input {
  readonly headers?: Record<string, unknown>
}

/**
 * Returns the input of a call with a key: the caller's, or 128 random bits. A key is written as a string of a structured field (RFC 9651 §3.3.3).
 *
 * @example withKey({ headers: { 'idempotency-key': '"a"' } }).headers // { 'idempotency-key': '"a"' }
 */
export function withKey<Given extends Input>(input: Given): Given {
  const own = Object.entries(input.headers ?? {}).filter(([, value]) => value !== undefined)
  const key = `"${crypto.getRandomValues(new Uint32Array(4)).join('-')}"`
  // The caller's header comes last, so it replaces the generated one. If only the case of its name differs, the client sends the later one.
  return { ...input, headers: { 'idempotency-key': key, ...Object.fromEntries(own) } }
}
