export const fastify = 'fastify'

/** The modules that replace `fastify`. `plain` is for JavaScript that no type checker reads. */
export const entries = {
  /** The runtime of espalier with the types of Fastify. */
  typed: 'espalier/fastify-types',
  plain: 'espalier'
} as const

export type Entry = (typeof entries)[keyof typeof entries]

export type Language = 'js' | 'ts' | 'tsx' | 'dts' | 'json'

const languages: ReadonlyArray<readonly [end: RegExp, language: Language]> = [
  [/\.d\.(?:\w+\.)?[mc]?ts$/, 'dts'],
  [/\.[mc]?ts$/, 'ts'],
  [/\.tsx$/, 'tsx'],
  [/\.(?:[mc]?js|jsx)$/, 'js'],
  [/(?:^|[/\\])(?:package\.json|[tj]sconfig[\w.-]*\.json|jest[\w.-]*\.json|\.swcrc|\.babelrc)$/, 'json']
]

/** Returns `undefined` for a file that a migration does not read. */
export function languageOf(path: string): Language | undefined {
  return languages.find(([end]) => end.test(path))?.[1]
}
