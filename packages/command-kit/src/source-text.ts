const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const toEscape = (char: string): string => {
  const code = (char.codePointAt(0) ?? 0).toString(16)
  return char.length > 1 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

/**
 * Escapes invisible and bidirectional characters, which mislead readers of generated sources. Line breaks are escaped, too, so that the text cannot
 * leave its quotes or its `//` comment.
 */
export const escapeUnseen = (text: string): string => text.replaceAll(invisible, toEscape)

export const hasUnseen = (text: string): boolean => text.replaceAll('\n', '').search(invisible) >= 0

/**
 * Returns a JavaScript literal for a value. JSON is such a literal, except for the key `"__proto__"`, which would set the prototype.
 *
 * @param replace the second argument of `JSON.stringify`
 */
export function jsonLiteral(value: unknown, replace?: (key: string, inner: unknown) => unknown): string {
  const lines = JSON.stringify(value, replace, 2).split('\n')
  return withOwnProto(lines.map(escapeUnseen).join('\n'))
}

/**
 * Replaces the key `"__proto__":`, which sets the prototype, by `["__proto__"]:`, which adds a property. The same text inside of a string does not
 * match, because quotes in strings are escaped.
 */
export const withOwnProto = (source: string): string => source.replaceAll(/(?<=[{,]\s*)"__proto__":/g, '["__proto__"]:')
