/** Names of modules that a migration reads and writes. */

/** The module to replace. */
export const fastify = 'fastify'

/** The modules that replace `fastify`. */
export const entries = {
  /** The module with Fastify's own types and the runtime of espalier. */
  typed: 'espalier/fastify-types',
  /** The module for JavaScript that no type checker reads. */
  plain: 'espalier'
} as const

export type Entry = (typeof entries)[keyof typeof entries]

/** The kinds of source files, by file extension. */
export type Language = 'js' | 'ts' | 'tsx' | 'dts' | 'json'

const languages: ReadonlyArray<readonly [end: RegExp, language: Language]> = [
  [/\.d\.(?:\w+\.)?[mc]?ts$/, 'dts'],
  [/\.[mc]?ts$/, 'ts'],
  [/\.tsx$/, 'tsx'],
  [/\.(?:[mc]?js|jsx)$/, 'js'],
  [/(?:^|[/\\])(?:package\.json|[tj]sconfig[\w.-]*\.json|jest[\w.-]*\.json|\.swcrc|\.babelrc)$/, 'json']
]

/** Returns the language of a file that a migration reads, or `undefined` for every other file. */
export function languageOf(path: string): Language | undefined {
  return languages.find(([end]) => end.test(path))?.[1]
}
