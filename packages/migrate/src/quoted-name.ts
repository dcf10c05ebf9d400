/** Formats file names as git does in its output. */

/** Matches characters that are invisible, that could begin a command of a CI, or that would end the quotes. */
const needsQuotes = /[\p{C}\p{Zl}\p{Zp}"\\]|##/u

/** Returns the name of a file on one line. A name with special bytes is put in quotes, with escapes such as `\n` or `\033` that `git apply` understands. */
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
