/**
 * Makes foreign text safe to print, such as names in documents, file names and messages of parsers.
 *
 * Control characters are commands to a terminal. Bidirectional and invisible characters mislead readers. A CI runs commands in output: lines such as
 * `::set-output …` (GitHub), and texts such as `##[error]`, `##vso[…]` (Azure Pipelines) and `##teamcity[…]`. `\u` escapes, which have the same
 * meaning in JSON, make all these texts harmless.
 */

/** Matches control, format and bidirectional characters. Line feeds, tabs, and the joiners in emoji and Persian are allowed. */
const unseen = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Matches these characters in a source file. A byte order mark and Windows line ends are allowed there. */
const unseenInSource = new RegExp(String.raw`(?!\r\n|\ufeff)${unseen.source}`, 'gu')

/** Matches the start of a GitHub command, which must be the first text of a line. */
const lineCommand = /^([^\S\n]*):(?=:)/gm

/** Matches the start of a command of Azure Pipelines or TeamCity, which may be anywhere in a line. */
const hashCommand = /#(?=#[\w[])/g

/** Replaces every unsafe character by a visible escape, such as `\u001b`. */
export const toPrintable = (text: string): string => escaped(text, unseen)

/** Makes a diff safe to print. Line ends and a byte order mark are kept, because `git apply` compares the diff with the sources. */
export const toPrintableDiff = (text: string): string => escaped(text, unseenInSource)

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
