/** Bearer tokens (RFC 6750 §2.1): reads one from a header, and compares it in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { errors } from '../error/error.ts'

/** Compares digests of equal length, and always compares every key, so that the duration does not depend on a match. */
export function compileKeyCheck(keys: unknown): (token: string) => boolean {
  if (!Array.isArray(keys) && !(keys instanceof Set))
    throw new errors.FST_BEARER_AUTH_INVALID_KEYS_OPTION_TYPE(typeof keys)
  const digests = [...new Set<unknown>(keys)].map((key) => {
    if (typeof key !== 'string' || key === '') throw new errors.FST_BEARER_AUTH_KEYS_OPTION_INVALID_KEY_TYPE(typeof key)
    return digestOf(key)
  })
  return (token) => {
    const given = digestOf(token)
    let matches = 0
    for (const digest of digests) matches += Number(timingSafeEqual(digest, given))
    return matches > 0
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Reads the token from a header. Spaces and tabs at the end are not part of a field value (RFC 9110 §5.5). Other characters that `trim` would
 * remove, such as a no-break space, belong to the token.
 */
export function compileTokenReader(
  scheme: string,
  { ignoreCase }: { ignoreCase: boolean }
): (header: string) => string | undefined {
  const fold = ignoreCase ? (text: string) => text.toLowerCase() : (text: string) => text
  const prefix = `${fold(scheme)} `
  return (header) => {
    if (fold(header.slice(0, prefix.length)) !== prefix) return undefined
    let start = prefix.length
    let end = header.length
    while (header[start] === ' ') start++
    while (end > start && isWhiteSpace(header[end - 1])) end--
    return header.slice(start, end) || undefined
  }
}

const isWhiteSpace = (character: string | undefined) => character === ' ' || character === '\t'
