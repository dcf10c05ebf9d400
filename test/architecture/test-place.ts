// The places of tests: the test of a source is found from its name, and the source from the test.
import type { Source } from './source.ts'

/** Sources without a test of their name, and the tests that cover them. */
export const guardedElsewhere: Readonly<Record<string, string>> = {
  'src/app.ts': 'puts the app together: nearly every test makes one',
  'src/index.ts': 'what users import: test/public-types, test/api-index and every test of the package',
  'src/adapter/create-app.ts': 'puts app and network together: nearly every test makes one',
  'src/schema/accepted-value.ts': 'a class to be told by; the steps that tell it are tested'
}

const together = (test: string, ...names: string[]) => names.map((name) => [`src/${name}.ts`, `test/${test}.test.ts`])

/**
 * Sources of a folder inside a folder that a test of their folder guards, or of the folder beside it. Each of these tests was seen to run the
 * functions of its sources, by V8's coverage.
 */
export const guardedTogether: Readonly<Record<string, string>> = Object.fromEntries([
  ...together('adapter/fetch/host', 'adapter/fetch/origin'),
  ...together('adapter/fetch/index', 'adapter/fetch/transport'),
  ...together('adapter/stock/unread-body', 'adapter/http2/unread-body'),
  ...together('adapter/http2/transport', 'adapter/stock/independent-transport'),
  ...together('adapter/inject/differential', 'adapter/inject/call', 'adapter/inject/engine', 'adapter/inject/inject'),
  ...together('adapter/inject/differential', 'adapter/inject/light-my-request-transport', 'adapter/inject/result'),
  ...together('adapter/inject/differential', 'adapter/inject/direct-transport'),
  ...together('adapter/lane/lane', 'adapter/lane/ended-exchange', 'adapter/lane/index', 'adapter/lane/fallback'),
  ...together('adapter/stock/interim', 'adapter/stock/send-continue', 'adapter/stock/transport'),
  ...together('schema/writer/check', 'schema/writer/bound', 'schema/writer/documents', 'schema/writer/json-value'),
  ...together('schema/writer/law', 'schema/writer/nullable', 'schema/writer/plain', 'schema/writer/applied-schema'),
  ...together('schema/writer/law', 'schema/writer/scalar', 'schema/writer/write', 'schema/writer/written')
])

const withoutEnding = (path: string) => path.replace(/(\.test)?\.ts$/, '')

/** The names that lead from a test to what it guards: `adapter/light/late/look`, `adapter/light/late`, `adapter/light`, `adapter`. */
function namesAbove(test: string): string[] {
  const parts = withoutEnding(test).split('/').slice(1)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}

/** Returns the sources by the names that tests may have: each source, and each folder inside a folder, whose files are one unit. */
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
    ? `what guards src/NAME.ts is test/NAME.test.ts; other subjects stand in docs/maintaining.md`
    : `what guards src/${folder}/NAME.ts is test/${folder}/NAME.test.ts or stands in test/${folder}/NAME/`
}

/**
 * Sources that do something, and for which no test is found from their name.
 *
 * @param beside sources that another test guards
 */
export function unguardedSources(
  tests: readonly string[],
  sources: readonly Source[],
  beside: Readonly<Record<string, string>>
): string[] {
  const guarded = new Set(tests.flatMap(namesAbove))
  const isGuarded = (path: string) => guarded.has(nameOf(path)) || tests.includes(beside[path] ?? '')
  return sources
    .filter(({ path, functions }) => functions.length > 0 && !(path in guardedElsewhere) && !isGuarded(path))
    .map(({ path }) => `${path} has no test by its name: ${path.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts')}`)
}

/** Sources that are said to be guarded by another test, and are gone, do nothing, or have a test by their name. */
export function staleGuards(
  tests: readonly string[],
  sources: readonly Source[],
  beside: Readonly<Record<string, string>>
): string[] {
  const guarded = new Set(tests.flatMap(namesAbove))
  const needed = sources.filter(({ path, functions }) => functions.length > 0 && !guarded.has(nameOf(path)))
  return Object.keys(beside).filter((path) => !needed.some((source) => source.path === path))
}

const nameOf = (path: string) => withoutEnding(path).split('/').slice(1).join('/')
