import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  type Companion,
  companionBreaches,
  companionsOf,
  readCompanions,
  readManifest
} from './architecture/companion.ts'
import { engineBreaches, homes, importCycles, layerBreaches, layers, placeOf } from './architecture/rule.ts'
import { readSource, readSources } from './architecture/source.ts'
import {
  guardedElsewhere,
  guardedTogether,
  staleGuards,
  strayTests,
  unguardedSources
} from './architecture/test-place.ts'

/** Files that leave the type system on purpose, with the number of places. The numbers only fall. */
const seams: Readonly<Record<string, { anys?: number; blindCasts?: number }>> = {
  // The runtime and its public types are declared to be the same.
  'src/index.ts': { blindCasts: 8 },
  'src/contract/typed.ts': { blindCasts: 4 },
  'src/client/index.ts': { blindCasts: 1 },
  'src/plugin/bearer-auth.ts': { blindCasts: 1 },
  'src/plugin/websocket.ts': { blindCasts: 1 },
  'src/plugin/fastify.ts': { blindCasts: 1 },
  'src/plugin/fastify-bridge.ts': { blindCasts: 1 },
  'src/error/error.ts': { blindCasts: 1 },
  // The builder: methods and decorators change the type of an app.
  'src/http/reply.ts': { blindCasts: 1 },
  // An engine, and the functions that users put in its place.
  'src/tree/load.ts': { blindCasts: 3 },
  'src/plan/interpreted-function.ts': { blindCasts: 1 },
  'src/log/logger.ts': { blindCasts: 2 },
  // A check of Node's on a value without the type that it expects.
  'src/http/field.ts': { blindCasts: 1 },
  // Properties that Node keeps on its classes.
  'src/adapter/http-watchers.ts': { blindCasts: 2 }
}

const vagueNames = /(^|[/-])(utils?|helpers?|common|symbols?|misc)\.ts$/

const sources = readSources('src', 'types')
const companions = readCompanions()
/** The sources of the core and of the companions, with paths from the root of the project. */
const everything = [
  ...sources,
  ...companions.flatMap(({ folder, sources: own }) =>
    own.map((source) => ({ ...source, path: `${folder}/${source.path}` }))
  )
]
const underSrc = sources.filter(({ path }) => path.startsWith('src/'))

/** The text of a file without its comments and strings. */
const codeOf = (path: string) => readFileSync(path, 'utf8').replace(/\/\*.*?\*\/|\/\/[^\n]*|'[^'\n]*'|"[^"\n]*"/gs, '')

test('a layer imports only the layers before it', () => {
  assert.deepEqual(layerBreaches(sources), [])
})

test('every source file has a place in the table of layers', () => {
  const places = layers.flat()
  assert.deepEqual(
    sources.filter(({ path }) => !places.includes(placeOf(path))).map(({ path }) => path),
    []
  )
})

test('docs/architecture.md shows the layers of the table', () => {
  const document = readFileSync('docs/architecture.md', 'utf8')
  const [, chain = ''] = /## The dependency rule[\s\S]*?```text\n([\s\S]*?)```/.exec(document) ?? []
  const shown = chain.split('→').map((row) => row.replaceAll(/[{}\s]/g, '').split(','))
  assert.deepEqual(shown, layers)
})

test('a companion imports its own files, Node, and the packages that its manifest names', () => {
  assert.deepEqual(companions.flatMap(companionBreaches), [])
  const [one] = companions
  assert.ok(one)
  const wrong = readSource('src/a.ts', "import { espalier } from 'espalier'\nimport x from '../../../src/app.ts'")
  assert.deepEqual(
    companionBreaches({ ...one, folder: 'packages/x', manifest: { name: '@espalier/x' }, sources: [wrong] }),
    [
      'packages/x/src/a.ts must not import espalier: package.json of @espalier/x does not name it',
      'packages/x/src/a.ts must not import ../../src/app.ts: package.json of @espalier/x does not name it'
    ]
  )
})

test('the core depends on one companion, which does not depend on espalier', () => {
  assert.deepEqual(companionsOf(readManifest('.')), ['@espalier/regexp-safety'])
  const { dependencies = {}, peerDependencies = {} } = readManifest('packages/regexp-safety')
  const names = Object.keys({ ...dependencies, ...peerDependencies })
  assert.deepEqual(
    names.filter((name) => name.includes('espalier')),
    []
  )
})

test('every package has the version of the core, a README, a changelog and a licence', () => {
  const { version } = readManifest('.')
  for (const { folder, manifest } of companions) {
    assert.equal(manifest.version, version, folder)
    for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies }))
      if (name.includes('espalier')) assert.equal(range, version, `${folder} asks for ${name} ${range}`)
    for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE'])
      assert.ok(existsSync(`${folder}/${file}`), `${folder}/${file}`)
  }
})

test('every dependency except TypeBox has a home', () => {
  const { dependencies }: { dependencies: object } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.deepEqual(Object.keys(dependencies).sort(), [...Object.keys(homes), '@sinclair/typebox'].sort())
})

test('a dependency is imported by its home only, and its home imports it', () => {
  assert.deepEqual(engineBreaches(sources), [])
  for (const [dependency, home] of Object.entries(homes)) {
    const file = sources.find(({ path }) => path === home)
    assert.ok(file, `${home}, the home of ${dependency}, does not exist`)
    assert.ok(
      file.imports.some(({ target }) => target === dependency),
      `${home} does not import ${dependency}`
    )
  }
})

/** Files outside of the adapters that name Node's messages: the port gives them to users and to their functions. */
const knowNode = ['http/reply', 'http/request', 'http/transport', 'http/trust-proxy', 'plan/router']

test('names of Node.js messages occur only in the adapters and in the listed files', () => {
  const names =
    /\b(?:IncomingMessage|ServerResponse|Http2ServerRe\w+|httpVersion\w*|_lightMyRequest|headersSent|writeHead)\b/
  const found = sources.map(({ path }) => path).filter((path) => path.startsWith('src/') && names.test(codeOf(path)))
  const outside = found.filter((path) => !path.startsWith('src/adapter/') && path !== 'src/node-http.ts')
  assert.deepEqual(
    outside,
    knowNode.map((path) => `src/${path}.ts`)
  )
})

test('only the app options and the policy mention the option compat', () => {
  const readers = underSrc.filter(({ path }) => /\bcompat\b/.test(codeOf(path)))
  assert.deepEqual(
    readers.map(({ path }) => path),
    ['src/app-options.ts', 'src/policy.ts']
  )
  // The list of the options' names.
  assert.equal(codeOf('src/app-options.ts').match(/\bcompat\b/g)?.length, 1)
})

/** Files that run text as code, or that ask whether the runtime permits it. */
const runTexts = ['plan/interpreted-function', 'schema/lazy-validator', 'schema/projection', 'schema/serializer']

test('text becomes code in the listed files only', () => {
  const found = underSrc.filter(({ path }) => /\bnew Function\(|\beval\(|globalThis\.Function/.test(codeOf(path)))
  assert.deepEqual(
    found.map(({ path }) => path),
    runTexts.map((path) => `src/${path}.ts`)
  )
})

test('imports have no cycles', () => {
  assert.deepEqual(importCycles(sources), [])
  for (const { sources: own } of companions) assert.deepEqual(importCycles(own), [])
})

test('a file has fewer than 300 lines', () => {
  const long = everything.filter(({ lines }) => lines >= 300)
  assert.deepEqual(
    long.map(({ path, lines }) => `${path} has ${lines} lines`),
    []
  )
})

test('a function has fewer than 40 lines', () => {
  const long = everything.flatMap(({ path, functions }) =>
    functions
      .filter(({ lines }) => lines >= 40)
      .map(({ name, line, lines }) => `${path}:${line} ${name} has ${lines} lines`)
  )
  assert.deepEqual(long, [])
})

test('no file has a vague name such as utils or helpers', () => {
  assert.deepEqual(
    everything.filter(({ path }) => vagueNames.test(path)).map(({ path }) => path),
    []
  )
})

test('any and blind casts occur in the listed seams only, at most as often as listed', () => {
  const leaks = everything.flatMap(({ path, anys, blindCasts }) => {
    const seam = { anys: 0, blindCasts: 0, ...seams[path] }
    return [
      ...(anys > seam.anys ? [`${path} writes any ${anys} times; its seam has ${seam.anys}`] : []),
      ...(blindCasts > seam.blindCasts
        ? [`${path} casts blindly ${blindCasts} times; its seam has ${seam.blindCasts}`]
        : [])
    ]
  })
  assert.deepEqual(leaks, [])
})

test('a listed seam has exactly the listed number of any and blind casts', () => {
  const counted = Object.fromEntries(everything.map(({ path, anys, blindCasts }) => [path, { anys, blindCasts }]))
  for (const [path, seam] of Object.entries(seams)) {
    assert.deepEqual(counted[path], { anys: 0, blindCasts: 0, ...seam }, `${path} needs less than its seam allows`)
  }
})

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
/** Subjects of tests that are not sources: the table of docs/maintaining.md. */
const subjects = [...readFileSync('docs/maintaining.md', 'utf8').matchAll(/^\| `test\/([\w-]+)[/.]/gm)].map(
  ([, name = '']) => name
)

/** Treats a companion as a folder of `src`, and each folder of the companion as a folder inside it. */
function asFolder({ folder, sources: own, tests: theirs }: Companion) {
  const name = folder.replace('packages/', '')
  return {
    sources: own.map((source) => ({ ...source, path: source.path.replace('src/', `src/${name}/`) })),
    tests: theirs.map((path) => path.replace('test/', `test/${name}/`))
  }
}

test('a test file has the name of its source or belongs to a subject', () => {
  assert.deepEqual(strayTests(tests, underSrc, subjects), [])
  for (const { sources: own, tests: theirs } of companions.map(asFolder))
    assert.deepEqual(strayTests(theirs, own, []), [])
})

/** In companions one test guards all sources of a nested folder. */
function guardedByFolder(theirs: readonly string[], own: Companion['sources']): Record<string, string> {
  const folderOf = (path: string) =>
    path
      .replace(/(\.test)?\.ts$/, '')
      .split('/')
      .slice(1, 3)
      .join('/')
  const guards = own.flatMap(({ path }) => {
    const test = theirs.find((one) => path.split('/').length > 3 && folderOf(one) === folderOf(path))
    return test === undefined ? [] : [[path, test] as const]
  })
  return Object.fromEntries(guards)
}

test('every source that does something has a test file of its name', () => {
  assert.deepEqual(unguardedSources(tests, underSrc, guardedTogether), [])
  assert.deepEqual(staleGuards(tests, underSrc, guardedTogether), [])
  for (const { sources: own, tests: theirs } of companions.map(asFolder))
    assert.deepEqual(unguardedSources(theirs, own, guardedByFolder(theirs, own)), [])
})

test('every subject has tests and is not a place of sources, and every source that is guarded elsewhere exists', () => {
  const places = new Set([...tests.map((path) => path.split(/[/.]/)[1]), 'package', 'mutation'])
  assert.deepEqual(
    subjects.filter((name) => !places.has(name) || layers.flat().includes(name)),
    []
  )
  const paths = underSrc.map(({ path }) => path)
  assert.deepEqual(
    Object.keys(guardedElsewhere).filter((path) => !paths.includes(path)),
    []
  )
})

test('the rule about tests names the right place', () => {
  const some = [
    readSource('src/tree/hook.ts', 'export function run() {}'),
    readSource('src/adapter/lane/read.ts', 'export function run() {}'),
    readSource('src/tree/shape.ts', 'export interface Shape {}')
  ]
  const right = ['test/tree/hook.test.ts', 'test/tree/hook/done.test.ts', 'test/adapter/lane/late/late.test.ts']
  assert.deepEqual(strayTests([...right, 'test/fuzz/wire.test.ts'], some, ['fuzz']), [])
  assert.deepEqual(strayTests(['test/tree/done.test.ts', 'test/wire.test.ts'], some, ['fuzz']), [
    'test/tree/done.test.ts carries the name of no source: what guards src/tree/NAME.ts is test/tree/NAME.test.ts or stands in test/tree/NAME/',
    'test/wire.test.ts carries the name of no source: what guards src/NAME.ts is test/NAME.test.ts; other subjects stand in docs/maintaining.md'
  ])
  const lane = 'src/adapter/lane/read.ts has no test by its name: test/adapter/lane/read.test.ts'
  const late = 'test/adapter/lane/late/late.test.ts'
  assert.deepEqual(unguardedSources(right, some, {}), [lane])
  assert.deepEqual(unguardedSources(right, some, { 'src/adapter/lane/read.ts': late }), [])
  assert.deepEqual(unguardedSources(right, some, { 'src/adapter/lane/read.ts': 'test/adapter/lane/gone.test.ts' }), [
    lane
  ])
  assert.deepEqual(unguardedSources(right.slice(2), some, { 'src/adapter/lane/read.ts': late }), [
    'src/tree/hook.ts has no test by its name: test/tree/hook.test.ts'
  ])
  const beside = { 'src/adapter/lane/read.ts': late, 'src/tree/hook.ts': late, 'src/gone.ts': late }
  assert.deepEqual(staleGuards(right, some, beside), ['src/tree/hook.ts', 'src/gone.ts'])
})

test('the rule about imports names both files of a breach', () => {
  assert.deepEqual(layerBreaches([readSource('src/http/request.ts', `import { visible } from '../tree/inherit.ts'`)]), [
    'src/http/request.ts must not import src/tree/inherit.ts: tree is not left of http'
  ])
  assert.deepEqual(layerBreaches([readSource('src/stage/body.ts', `export * from '../plan/router.ts'`)]), [
    'src/stage/body.ts must not import src/plan/router.ts: plan is not left of stage'
  ])
  assert.deepEqual(engineBreaches([readSource('src/stage/body.ts', `const ajv = await import('ajv/dist/core.js')`)]), [
    'src/stage/body.ts must not import ajv: its home is src/schema/ajv.ts'
  ])
})

test('a cycle is found, and only type imports within one concept may form one', () => {
  const ring = (folder: string, kind: string) => [
    readSource(`${folder}/a.ts`, `import ${kind}{ B } from './b.ts'`),
    readSource(`${folder}/b.ts`, `export ${kind}{ A } from './a.ts'`)
  ]
  assert.deepEqual(importCycles(ring('src/plan', 'type ')), ['src/plan/a.ts → src/plan/b.ts → src/plan/a.ts'])
  assert.deepEqual(importCycles(ring('src/tree', '')), ['src/tree/a.ts → src/tree/b.ts → src/tree/a.ts'])
  assert.deepEqual(importCycles(ring('src/tree', 'type ')), [])
})

test('long functions, any and blind casts are counted', () => {
  const { functions, anys, blindCasts } = readSource(
    'src/app.ts',
    'export const run = (given: any, count: number) => {\n  return [(given as unknown) as string, count as never]\n}'
  )
  assert.deepEqual(
    functions.map(({ lines }) => lines),
    [3]
  )
  assert.deepEqual([anys, blindCasts], [1, 2])
})
