// Where tests stand, so that whoever looks at a source finds what guards it, and whoever looks at a test finds what it guards.
import type { Source } from './source.ts'

/** Sources that are no tests' subject by their name, and what guards them instead. */
export const guardedElsewhere: Readonly<Record<string, string>> = {
  'src/app.ts': 'puts the app together: nearly every test makes one',
  'src/index.ts': 'what users import: test/public-types, test/api-index and every test of the package',
  'src/adapter/create-app.ts': 'puts app and network together: nearly every test makes one',
  'src/schema/accepted-value.ts': 'a class to be told by; the steps that tell it are tested'
}

const withoutEnding = (path: string) => path.replace(/(\.test)?\.ts$/, '')

/** The names that lead from a test to what it guards: `adapter/light/late/look`, `adapter/light/late`, `adapter/light`, `adapter`. */
function namesAbove(test: string): string[] {
  const parts = withoutEnding(test).split('/').slice(1)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}

/** What may have tests by its name: each source, and each folder inside a folder, whose files are one thing seen from outside. */
function guardable(sources: readonly Source[]): Map<string, string> {
  const byName = new Map<string, string>()
  for (const { path } of sources) {
    const name = withoutEnding(path).split('/').slice(1)
    byName.set(name.join('/'), path)
    if (name.length > 2) byName.set(name.slice(0, 2).join('/'), path)
  }
  return byName
}

/** Tests that carry the name of no source and belong to no subject. */
export function strayTests(
  tests: readonly string[],
  sources: readonly Source[],
  subjects: readonly string[]
): string[] {
  const known = guardable(sources)
  return tests
    .filter((test) => !namesAbove(test).some((name) => known.has(name) || subjects.includes(name)))
    .map((test) => `${test} carries the name of no source: ${advice(test)}`)
}

function advice(test: string): string {
  const folder = test.split('/').slice(1, -1)[0]
  return folder === undefined
    ? `what guards src/NAME.ts is test/NAME.test.ts; other subjects stand in CONTRIBUTING.md`
    : `what guards src/${folder}/NAME.ts is test/${folder}/NAME.test.ts or stands in test/${folder}/NAME/`
}

/** Sources that do something, and for which no test is found from their name. */
export function unguardedSources(tests: readonly string[], sources: readonly Source[]): string[] {
  const guarded = new Set(tests.flatMap(namesAbove))
  return sources
    .filter(({ path, functions }) => functions.length > 0 && !(path in guardedElsewhere) && !isGuarded(path, guarded))
    .map(({ path }) => `${path} has no test by its name: ${path.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts')}`)
}

function isGuarded(path: string, guarded: ReadonlySet<string>): boolean {
  const name = withoutEnding(path).split('/').slice(1)
  return guarded.has(name.join('/')) || (name.length > 2 && guarded.has(name.slice(0, 2).join('/')))
}
