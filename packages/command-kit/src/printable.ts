/**
 * Makes text safe to print, such as names from documents, sources, file names and messages of parsers.
 *
 * A terminal interprets control characters, and bidirectional marks and invisible characters mislead readers. A CI interprets lines that look like
 * `::set-output …` (GitHub) and parts such as `##[error]`, `##vso[…]` (Azure Pipelines) and `##teamcity[…]`. Each is replaced by its escape in JSON and
 * JavaScript, so JSON text keeps its meaning.
 */

/** Control, format and bidirectional characters, except line feeds, tabs, and the joiners in emoji and Persian. */
const unseen = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** The same for sources, which may have a byte order mark and Windows line ends. */
const unseenInSource = new RegExp(String.raw`(?!\r\n|\ufeff)${unseen.source}`, 'gu')

/** GitHub Actions finds a command only at the start of a line. White space may stand before it. */
const lineCommand = /^([^\S\n]*):(?=:)/gm

/** Commands of the others may be anywhere. */
const hashCommand = /#(?=#[\w[])/g

/** Replaces every such character by a visible escape: `\u001b`. */
export const toPrintable = (text: string): string => escaped(text, unseen)

/** The same for a diff. Line ends and a byte order mark are kept, because `git apply` compares them with the sources. */
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
