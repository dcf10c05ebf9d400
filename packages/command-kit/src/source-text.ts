/** Makes foreign text safe in generated source code: invisible and bidirectional characters become escapes. */

/** Matches control, format and bidirectional characters, line separators, and lone surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const toEscape = (char: string): string => {
  const code = (char.codePointAt(0) ?? 0).toString(16)
  return char.length > 1 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

/** Replaces invisible characters by escapes such as `\u202e`. Line breaks are escaped, too, so the text stays inside its quotes or its `//` comment. */
export const escapeUnseen = (text: string): string => text.replaceAll(unseen, toEscape)

/** Whether a text has an invisible character other than a line feed. */
export const hasUnseen = (text: string): boolean => text.replaceAll('\n', '').search(unseen) >= 0

/**
 * Writes a JSON value as a JavaScript literal. JSON is a literal already, except for the key `"__proto__"`. In a literal this key would set the
 * prototype, so the key is rewritten.
 *
 * @param replace the second argument of `JSON.stringify`
 */
export function jsonLiteral(value: unknown, replace?: (key: string, inner: unknown) => unknown): string {
  const lines = JSON.stringify(value, replace, 2).split('\n')
  return withOwnProto(lines.map(escapeUnseen).join('\n'))
}

/**
 * Rewrites each key `"__proto__":` of an object literal as `["__proto__"]:`, which makes a member and does not set the prototype. Texts in double quotes do
 * not match, because the quotes in them are escaped.
 */
export const withOwnProto = (source: string): string => source.replaceAll(/(?<=[{,]\s*)"__proto__":/g, '["__proto__"]:')
