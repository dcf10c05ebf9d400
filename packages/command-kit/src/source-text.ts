/** Embeds foreign text in generated source: invisible and bidirectional characters are written as escapes. */

/** Control, format and bidirectional characters, line separators, and lone surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const toEscape = (char: string): string => {
  const code = (char.codePointAt(0) ?? 0).toString(16)
  return char.length > 1 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

/** Escapes invisible characters as `\u202e`, including line breaks: so the text stays on one line, inside quotes or after `//`. */
export const escapeUnseen = (text: string): string => text.replaceAll(unseen, toEscape)

/** Whether a text has an invisible character other than a line feed. */
export const hasUnseen = (text: string): boolean => text.replaceAll('\n', '').search(unseen) >= 0

/**
 * Writes a JSON value as a JavaScript literal, formatted like JSON. They differ only in one key: `"__proto__": {}` in a literal sets the prototype.
 *
 * @param replace as `JSON.stringify` takes it
 */
export function jsonLiteral(value: unknown, replace?: (key: string, inner: unknown) => unknown): string {
  const lines = JSON.stringify(value, replace, 2).split('\n')
  return withOwnProto(lines.map(escapeUnseen).join('\n'))
}

/**
 * Rewrites keys `"__proto__":` of literals in a source as computed keys, so that they are members. Inside double-quoted strings the quotes are escaped,
 * so they do not match.
 */
export const withOwnProto = (source: string): string => source.replaceAll(/(?<=[{,]\s*)"__proto__":/g, '["__proto__"]:')
