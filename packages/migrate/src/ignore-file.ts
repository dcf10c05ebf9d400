/** Reads the rules of a `.gitignore`. Git itself is not run, because the configuration of an untrusted repository could make git run programs. */
import { lstatSync, readFileSync } from 'node:fs'
import { matchesGlob } from './glob.ts'

interface Rule {
  readonly glob: string
  /** Whether the rule begins with `!`: files that an earlier rule ignores are no longer ignored. */
  readonly isNegated: boolean
  readonly isOfFolders: boolean
  /** Whether the rule has a slash. Such a rule matches the path below the folder of the `.gitignore`. A rule without a slash matches only the file's name. */
  readonly isPath: boolean
}

/** A `.gitignore` file. Its patterns have one character for each byte, because git's patterns match bytes. */
export interface IgnoreFile {
  /** The folder of the file, which ends in a slash. Patterns are relative to it. */
  readonly folder: string
  readonly rules: readonly Rule[]
}

const isCaseless = process.platform === 'win32' || process.platform === 'darwin'

/** Converts a path to a text with one character for each byte, in lower case on systems whose file names are case-insensitive. */
export const toBytes = (path: string): string => Buffer.from(isCaseless ? path.toLowerCase() : path).toString('latin1')

/**
 * Reads a `.gitignore` file. The result has no rules if the file is missing, a link or unreadable.
 *
 * @param folder the folder to which its patterns are relative, with slashes
 */
export function readIgnoreFile(path: string, folder: string): IgnoreFile {
  return { folder: toBytes(folder === '/' ? '/' : `${folder}/`), rules: toRules(readText(path)) }
}

function readText(path: string): string {
  try {
    // Only a regular file is read. Reading a named pipe would block the command.
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
 * Whether a path is ignored. The last matching rule of the innermost file with such a rule decides. The caller must have checked the parent folders.
 *
 * @param files the `.gitignore` files of the path's folder and its parents, from the outermost to the innermost
 * @param path the result of `toBytes`, with slashes
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
  // As git does, compares the text before the first wildcard literally. The rest is matched as a separate pattern. So in `a**` the rest is `**`,
  // which matches any path, and `a**` matches `ab/c`.
  const start = /^[^*?[\\]*/.exec(glob)?.[0] ?? ''
  return way.startsWith(start) && matchesGlob(glob.slice(start.length), way.slice(start.length), true)
}
