/** The rules of `.gitignore` for the files below its folder. Git itself is not used, because it runs programs from the repository's configuration. */
import { lstatSync, readFileSync } from 'node:fs'
import { matchesGlob } from './glob.ts'

interface Rule {
  readonly glob: string
  /** Whether the rule reverts an earlier one. */
  readonly isNegated: boolean
  readonly isOfFolders: boolean
  /** Whether the rule is matched with the path from the file's folder, and not with the last name only. */
  readonly isPath: boolean
}

/** The rules of one file. Texts are byte strings with one character per byte, because git's patterns match bytes. */
export interface IgnoreFile {
  /** The folder to which its patterns are relative, ending in a slash, as bytes. */
  readonly folder: string
  readonly rules: readonly Rule[]
}

const isCaseless = process.platform === 'win32' || process.platform === 'darwin'

/** Converts a path to a byte string; in lower case on case-insensitive file systems. */
export const toBytes = (path: string): string => Buffer.from(isCaseless ? path.toLowerCase() : path).toString('latin1')

/**
 * Reads the rules of a file; none if it is missing, a link or unreadable.
 *
 * @param folder the folder to which they are relative, with slashes
 */
export function readIgnoreFile(path: string, folder: string): IgnoreFile {
  return { folder: toBytes(folder === '/' ? '/' : `${folder}/`), rules: toRules(readText(path)) }
}

function readText(path: string): string {
  try {
    // Reading a named pipe would block the command.
    return lstatSync(path).isFile() ? toBytes(readFileSync(path, 'utf8')) : ''
  } catch {
    return ''
  }
}

const mark = toBytes('\uFEFF')

function toRules(text: string): Rule[] {
  const lines = `${text.startsWith(mark) ? text.slice(mark.length) : text}\n`.split(/\r?\n/)
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => toRule(withoutSpaces(line)))
}

/** Removes trailing spaces, unless they are escaped. */
function withoutSpaces(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ') end--
  const backslashes = /\\*$/.exec(line.slice(0, end))?.[0].length ?? 0
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end)
}

function toRule(line: string): Rule {
  const isNegated = line.startsWith('!')
  const pattern = isNegated ? line.slice(1) : line
  const isOfFolders = pattern.endsWith('/')
  const glob = isOfFolders ? pattern.slice(0, -1) : pattern
  return { glob: glob.replace(/^\//, ''), isNegated, isOfFolders, isPath: glob.includes('/') }
}

/**
 * Whether the rules ignore a path. The last matching rule of the innermost file with a match decides. The caller checks parent folders first.
 *
 * @param files from the outermost to the innermost
 * @param path as bytes, with slashes
 */
export function isIgnored(files: readonly IgnoreFile[], path: string, isFolder: boolean): boolean {
  for (const { folder, rules } of [...files].reverse()) {
    const rule = rules.findLast((each) => (isFolder || !each.isOfFolders) && matches(each, path, folder))
    if (rule !== undefined) return !rule.isNegated
  }
  return false
}

function matches({ glob, isPath }: Rule, path: string, folder: string): boolean {
  if (!isPath) return matchesGlob(glob, path.slice(path.lastIndexOf('/') + 1), false)
  const way = path.slice(folder.length)
  // Git compares the literal prefix first, so in `a**` the rest applies to folders, too, after the prefix `a`.
  const start = /^[^*?[\\]*/.exec(glob)?.[0] ?? ''
  return way.startsWith(start) && matchesGlob(glob.slice(start.length), way.slice(start.length), true)
}
