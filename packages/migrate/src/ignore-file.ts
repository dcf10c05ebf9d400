/** Reads `.gitignore` files. Git itself is not run, because the configuration of an untrusted repository could make git run programs. */
import { lstatSync, readFileSync } from 'node:fs'
import { matchesGlob } from './glob.ts'

interface Rule {
  readonly glob: string
  /** Whether the pattern begins with `!`, which includes files that an earlier pattern has excluded. */
  readonly isNegated: boolean
  readonly isFolderOnly: boolean
  /** Whether the pattern contains a slash. It then matches a path below the folder of the `.gitignore`, and otherwise only the name of a file. */
  readonly isPath: boolean
}

/** The rules of a `.gitignore`. Git matches bytes, so patterns and paths have one character for each byte. */
export interface IgnoreFile {
  /** The folder of the `.gitignore`, to which its patterns are relative. The path ends in a slash. */
  readonly folder: string
  readonly rules: readonly Rule[]
}

const isCaseless = process.platform === 'win32' || process.platform === 'darwin'

/** Returns one character for each byte, in lower case where file names are case-insensitive. */
export const toBytes = (path: string): string => Buffer.from(isCaseless ? path.toLowerCase() : path).toString('latin1')

/**
 * Returns no rules if the file is missing, unreadable or a link.
 *
 * @param folder the folder of the patterns, with slashes as separators
 */
export function readIgnoreFile(path: string, folder: string): IgnoreFile {
  return { folder: toBytes(folder === '/' ? '/' : `${folder}/`), rules: toRules(readText(path)) }
}

function readText(path: string): string {
  try {
    // Other kinds are not read. For example, reading a named pipe would block the command.
    return lstatSync(path).isFile() ? toBytes(readFileSync(path, 'utf8')) : ''
  } catch {
    return ''
  }
}

const byteOrderMark = toBytes('\uFEFF')

function toRules(text: string): Rule[] {
  const lines = `${text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text}\n`.split(/\r?\n/)
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => toRule(withoutSpaces(line)))
}

function withoutSpaces(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ') end--
  const backslashes = /\\*$/.exec(line.slice(0, end))?.[0].length ?? 0
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end)
}

function toRule(line: string): Rule {
  const isNegated = line.startsWith('!')
  const pattern = isNegated ? line.slice(1) : line
  const isFolderOnly = pattern.endsWith('/')
  const glob = isFolderOnly ? pattern.slice(0, -1) : pattern
  return { glob: glob.replace(/^\//, ''), isNegated, isFolderOnly, isPath: glob.includes('/') }
}

/**
 * Git searches from the innermost `.gitignore` outwards. In the first file with a matching rule, its last matching rule decides. The caller must have
 * checked the parent folders.
 *
 * @param files the `.gitignore` files of the path's folder and its parents, from the outermost to the innermost
 * @param path the result of `toBytes`, with slashes
 */
export function isIgnored(files: readonly IgnoreFile[], path: string, isFolder: boolean): boolean {
  for (const { folder, rules } of [...files].reverse()) {
    const rule = rules.findLast((each) => (isFolder || !each.isFolderOnly) && matches(each, path, folder))
    if (rule !== undefined) return !rule.isNegated
  }
  return false
}

function matches({ glob, isPath }: Rule, path: string, folder: string): boolean {
  if (!isPath) return matchesGlob(glob, path.slice(path.lastIndexOf('/') + 1), false)
  const below = path.slice(folder.length)
  // As in git, the text before the first wildcard is compared literally, and the rest is matched as a pattern of its own. In `a**` the rest is `**`,
  // which also matches slashes. So `a**` matches `ab/c`.
  const start = /^[^*?[\\]*/.exec(glob)?.[0] ?? ''
  return below.startsWith(start) && matchesGlob(glob.slice(start.length), below.slice(start.length), true)
}
