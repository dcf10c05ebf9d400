/** Formats file names as git does. */

/** Characters that are invisible, that could be a CI command, or that would end the quotes. */
const needsQuotes = /[\p{C}\p{Zl}\p{Zp}"\\]|##/u

/**
 * Returns the name of a file in one line. Special bytes are escaped in quotes as `\n` or `\033`, which `git apply` understands. So a name with a line
 * break stays in its line of a list or a diff.
 */
export function quoteName(name: string): string {
  return needsQuotes.test(name) ? `"${[...name].map(quoteCharacter).join('')}"` : name
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' }

function quoteCharacter(character: string): string {
  const known = short[character]
  if (known !== undefined) return known
  return character === '#' || needsQuotes.test(character)
    ? [...Buffer.from(character)].map(toOctal).join('')
    : character
}

const toOctal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`
