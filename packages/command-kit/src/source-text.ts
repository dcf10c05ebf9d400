/** Texts of others inside source text: what a reader of the source would not see, or would see elsewhere, is written as an escape. */

/** Control characters, marks of direction and of format, separators of lines, and halves of surrogate pairs. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const toEscape = (char: string): string => {
  const code = (char.codePointAt(0) ?? 0).toString(16)
  return char.length > 1 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

/** Writes each character that cannot be seen as `\u202e`, line breaks among them: the text stays on its line, inside quotes or behind `//`. */
export const escapeUnseen = (text: string): string => text.replaceAll(unseen, toEscape)

/** Tells whether a text has a character that cannot be seen, other than a line feed. */
export const hasUnseen = (text: string): boolean => text.replaceAll('\n', '').search(unseen) >= 0

/**
 * Writes a value of JSON as a literal of JavaScript, laid out as JSON. JSON is one, except for a key: `"__proto__": {}` in a literal is no member but sets the
 * prototype.
 *
 * @param replace as `JSON.stringify` takes it
 */
export function jsonLiteral(value: unknown, replace?: (key: string, inner: unknown) => unknown): string {
  const lines = JSON.stringify(value, replace, 2).split('\n')
  return withOwnProto(lines.map(escapeUnseen).join('\n'))
}

/** Rewrites keys `"__proto__":` of literals in a source as members of that name. Inside a text in double quotes the quotes have backslashes. */
export const withOwnProto = (source: string): string => source.replaceAll(/(?<=[{,]\s*)"__proto__":/g, '["__proto__"]:')
