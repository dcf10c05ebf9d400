/** The modules that a migration is about. */

/** The module that is moved away from. */
export const fastify = 'fastify'

/** Where sources import from instead. */
export const entries = {
  /** Types that are Fastify's own, over the run time of espalier. */
  typed: 'espalier/fastify-types',
  /** Programs that no compiler reads need no types. */
  plain: 'espalier'
} as const

export type Entry = (typeof entries)[keyof typeof entries]

/** The kinds of source files by the end of their names. */
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
