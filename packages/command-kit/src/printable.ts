/**
 * Text that a command may print, whatever it was made of: names from documents, sources, file names, messages of parsers.
 *
 * A terminal obeys control characters, and a reader is misled by the order of writing and by characters that are not seen. A CI obeys lines that look
 * like `::set-output …` (GitHub) and parts such as `##[error]`, `##vso[…]` (Azure Pipelines) and `##teamcity[…]`. Each is shown as the escape of
 * JSON and JavaScript, so a text of JSON means the same to a program as before.
 */

/** Everything that moves, hides or turns round, except line feeds, tabs, and the joiners of emoji and of Persian. */
const unseen = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A source may begin with a byte order mark and end its lines as Windows does. */
const unseenInSource = new RegExp(String.raw`(?!\r\n|\ufeff)${unseen.source}`, 'gu')

/** GitHub looks at the start of a line, after white space. */
const lineCommand = /^([^\S\n]*):(?=:)/gm

/** The others look anywhere. */
const hashCommand = /#(?=#[\w[])/g

/** Returns the text with every such character as a visible escape: `\u001b`. */
export const toPrintable = (text: string): string => escaped(text, unseen)

/** The same for a diff. Ends of lines and a byte order mark stay as they are, because `git apply` compares them with the sources. */
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
