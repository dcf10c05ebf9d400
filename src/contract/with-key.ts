/** Keys of calls whose endpoint declares the header `Idempotency-Key`, by which a server knows a repeated request. */

interface Input {
  readonly headers?: Record<string, unknown>
}

/** Returns the input of a call with a key: that of the caller, or 128 random bits. A key is a text of a structured field (RFC 9651 §3.3.3). */
export function withKey<Given extends Input>(input: Given): Given {
  const own = Object.entries(input.headers ?? {}).filter(([, value]) => value !== undefined)
  const key = `"${crypto.getRandomValues(new Uint32Array(4)).join('-')}"`
  // The later of two names that differ by case is sent.
  return { ...input, headers: { 'idempotency-key': key, ...Object.fromEntries(own) } }
}
