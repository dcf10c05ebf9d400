import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect, stripVTControlCharacters } from 'node:util'

export interface Fault {
  readonly sentence: string
  /** The source lines around the error, with a mark at its position. Empty if the position is unknown. */
  readonly frame: string
}

export const textOf = ({ sentence, frame }: Fault): string => (frame === '' ? sentence : `${sentence}\n\n${frame}\n`)

interface Compiled {
  readonly frame?: unknown
  readonly id?: unknown
  readonly loc?: { readonly file?: string; readonly line: number; readonly column: number }
}

interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** @param folder the folder of the project. Only stack frames in this folder are shown. */
export function faultOf(error: unknown, folder: string): Fault {
  if (!(error instanceof Error)) return { sentence: inspect(error), frame: '' }
  const { frame, loc, id } = error as Compiled
  const sentence = stripVTControlCharacters(error.message)
  if (typeof frame === 'string' && frame !== '') return { sentence, frame: stripVTControlCharacters(frame) }
  const file = loc?.file ?? id
  const place =
    loc !== undefined && typeof file === 'string'
      ? { ...loc, file }
      : (placeOfImport(sentence) ?? [...placesIn(error.stack ?? '', folder)][0])
  return {
    sentence: `${error.name === 'Error' ? '' : `${error.name}: `}${sentence}`,
    frame: place === undefined ? '' : frameAt(place)
  }
}

/**
 * The stack of a failed import does not contain the position of the `import`. So the importing file is searched for the name of the missing module.
 */
function placeOfImport(message: string): Place | undefined {
  const [, url, importer, name = url, file = importer] =
    /^Failed to load url (\S+) .* in (.+)\. Does the file exist\?|^Cannot find (?:module|package) '(.+)' imported from '?(.+?)'?$/m.exec(
      message
    ) ?? []
  if (name === undefined || file === undefined) return undefined
  const lines = linesOf(file)
  const index = lines.findIndex((text) => text.includes(`'${name}'`) || text.includes(`"${name}"`))
  return index < 0 ? undefined : { file, line: index + 1, column: (lines[index]?.indexOf(name) ?? 0) + 1 }
}

function* placesIn(stack: string, folder: string): Iterable<Place> {
  for (const [, where = '', line, column] of stack.matchAll(/\(?((?:file:\/\/)?\/[^\s():]+):(\d+):(\d+)\)?$/gm)) {
    const file = where.startsWith('file:') ? fileURLToPath(where) : where
    if (isAbsolute(file) && file.startsWith(folder) && !file.includes('/node_modules/'))
      yield { file, line: Number(line), column: Number(column) }
  }
}

export const filesIn = (stack: string, folder: string): string[] => [...placesIn(stack, folder)].map(({ file }) => file)

function frameAt({ file, line, column }: Place): string {
  const first = Math.max(1, line - 2)
  const shown = linesOf(file)
    .slice(first - 1, line + 2)
    .map((text, index) => {
      const number = first + index
      const row = `${number === line ? '>' : ' '} ${String(number).padStart(4)} | ${text}`
      return number === line ? `${row}\n       | ${' '.repeat(Math.max(0, column - 1))}^` : row
    })
  return [`${file}:${line}:${column}`, ...shown].join('\n')
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>]/g, (character) => escapes[character] ?? '')

export const asPage = (sentence: string, frame: string): string =>
  `<!doctype html><meta charset="utf-8"><title>The application does not start</title><style>body{font:16px system-ui;margin:3rem;max-width:60rem}pre{overflow:auto;padding:1rem;border:1px solid #8888}</style><h1>The application does not start</h1><p>${escapeHtml(sentence)}</p><pre>${escapeHtml(frame)}</pre>`
