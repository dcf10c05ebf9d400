/** Matches characters that are invisible, could begin a command of a CI, or would end the quotes. */
const needsQuotes = /[\p{C}\p{Zl}\p{Zp}"\\]|##/u

/** As in the output of git, special bytes are escaped as `\n` or `\033`, which `git apply` understands. */
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
