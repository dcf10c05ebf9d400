/**
 * Makes foreign text safe to print: names in documents, file names, messages of parsers.
 *
 * Control characters are commands to a terminal. Bidirectional and invisible characters mislead readers. A CI runs commands in output: lines such as
 * `::set-output …` (GitHub), and texts such as `##[error]`, `##vso[…]` (Azure Pipelines) and `##teamcity[…]`. The characters are replaced by `\u`
 * escapes, which have the same meaning in JSON.
 */

/** Matches invisible characters, except line feeds, tabs, and the joiners in emoji and Persian. */
const unsafe = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Matches the same characters, except a byte order mark and Windows line ends, which a source may contain. */
const unsafeInSource = new RegExp(String.raw`(?!\r\n|\ufeff)${unsafe.source}`, 'gu')

/** Matches a command of GitHub, which must be the first text of a line. */
const lineCommand = /^([^\S\n]*):(?=:)/gm

/** Matches a command of Azure Pipelines or TeamCity, which may be anywhere in a line. */
const hashCommand = /#(?=#[\w[])/g

export const toPrintable = (text: string): string => escaped(text, unsafe)

/** Keeps line ends and a byte order mark, because `git apply` compares the diff with the sources. */
export const toPrintableDiff = (text: string): string => escaped(text, unsafeInSource)

function escaped(text: string, characters: RegExp): string {
  return text
    .replace(characters, escapeOf)
    .replace(lineCommand, (_, before: string) => `${before}${escapeOf(':')}`)
    .replace(hashCommand, escapeOf)
}

const escapeOf = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
