/** Matches characters in a file name that are invisible, end the quotes, or could begin a command of a CI (`##`). */
const needsQuotes = /[\p{C}\p{Zl}\p{Zp}"\\]|##/u

/** Escapes special bytes as git does in its output, such as `\033` for the escape character. `git apply` understands them. */
export function quoteName(name: string): string {
  return needsQuotes.test(name) ? `"${[...name].map(quoteCharacter).join('')}"` : name
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\'
}

function quoteCharacter(character: string): string {
  const known = shortEscapes[character]
  if (known !== undefined) return known
  return character === '#' || needsQuotes.test(character)
    ? [...Buffer.from(character)].map(toOctal).join('')
    : character
}

const toOctal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`
