/** The module names in a migration. */

/** The module to replace. */
export const fastify = 'fastify'

/** The modules that replace it. */
export const entries = {
  /** Fastify's own types with the runtime of espalier. */
  typed: 'espalier/fastify-types',
  /** For programs without a type checker. */
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
