/** Adds keys to calls whose endpoint declares the header `Idempotency-Key`, by which a server recognizes a repeated request. */

interface Input {
  readonly headers?: Record<string, unknown>
}

/** Returns the input of a call with a key: the caller's, or 128 random bits. A key is written as a string of a structured field (RFC 9651 §3.3.3). */
export function withKey<Given extends Input>(input: Given): Given {
  const own = Object.entries(input.headers ?? {}).filter(([, value]) => value !== undefined)
  const key = `"${crypto.getRandomValues(new Uint32Array(4)).join('-')}"`
  // If two names differ only by case, the later one is sent.
  return { ...input, headers: { 'idempotency-key': key, ...Object.fromEntries(own) } }
}
