/** The rules of `.gitignore` for the files below its folder. Git itself is not run, because it runs programs that the settings of a repository name. */
import { lstatSync, readFileSync } from 'node:fs'
import { matchesGlob } from './glob.ts'

interface Rule {
  readonly glob: string
  /** Takes back what an earlier rule ignores. */
  readonly isNegated: boolean
  readonly isOfFolders: boolean
  /** Whether it is about the path from the folder of the file, and not about the last name. */
  readonly isPath: boolean
}

/** Rules of one file. Text is bytes here, one a character, because git's patterns are of bytes. */
export interface IgnoreFile {
  /** The folder that its patterns are about, ending in a slash, as bytes. */
  readonly folder: string
  readonly rules: readonly Rule[]
}

const isCaseless = process.platform === 'win32' || process.platform === 'darwin'

/** Returns a path as its bytes, one a character; where case does not count, in lower case. */
export const toBytes = (path: string): string => Buffer.from(isCaseless ? path.toLowerCase() : path).toString('latin1')

/**
 * Reads the rules of a file; of one that is not there, is a link or cannot be read, none.
 *
 * @param folder the folder that they are about, with slashes
 */
export function readIgnoreFile(path: string, folder: string): IgnoreFile {
  return { folder: toBytes(folder === '/' ? '/' : `${folder}/`), rules: toRules(readText(path)) }
}

function readText(path: string): string {
  try {
    // A pipe would keep the command waiting.
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

/** Spaces at the end count if they are escaped. */
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
 * Returns whether the files ignore a path. The last rule that matches decides, of the innermost file that has one. A folder above it is judged before.
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
  // Git compares the start without signs first, so `a**` is about folders, too, where the start is `a`.
  const start = /^[^*?[\\]*/.exec(glob)?.[0] ?? ''
  return way.startsWith(start) && matchesGlob(glob.slice(start.length), way.slice(start.length), true)
}
