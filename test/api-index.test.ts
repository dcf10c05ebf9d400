// docs/api.md is an index: a public name that is missing there fails here.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as exported from 'espalier'

const { espalier } = exported
const index = readFileSync('docs/api.md', 'utf8')
const named = new Set([...index.matchAll(/`[^`\n]+`/g)].flatMap(([code]) => code.match(/[\w$]+/g) ?? []))

/** The own and inherited names of an object. */
function membersOf(thing: object): string[] {
  const names = new Set<string>()
  for (let at: object | null = thing; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  }
  names.delete('constructor')
  return [...names]
}

/** The names of exports, without the one that `require` adds. */
const namesOf = (exports: object) => Object.keys(exports).filter((name) => name !== 'module.exports')
const missing = (names: Iterable<string>) => [...names].filter((name) => !named.has(name))

test('every export of the package is in docs/api.md', () => {
  assert.deepEqual(missing(namesOf(exported)), [])
})

test('every entry point and its exports are in docs/api.md', async () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> }
  for (const path of Object.keys(exports).filter((path) => !/^\.$|package\.json/.test(path))) {
    const name = path.replace('.', 'espalier')
    assert.ok(index.includes(`\`${name}\``), `${name} is not in docs/api.md`)
    // Only compiled modules call the exports of this entry point.
    if (name !== 'espalier/compiled') assert.deepEqual(missing(namesOf(await import(name))), [])
  }
})

test('typesVersions lists every entry point for compilers that do not read exports', () => {
  const { exports, typesVersions } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, { types?: string; require?: { types: string } }>
    typesVersions: { '*': Record<string, string[]> }
  }
  const entries = Object.entries(exports).filter(([path]) => !/^\.$|package\.json/.test(path))
  // Projects with such compilers mostly write CommonJS, so they get the types of `require`.
  const expected = entries.map(([path, { types, require }]) => [path.slice(2), [require?.types ?? types]])
  assert.deepEqual(typesVersions['*'], Object.fromEntries(expected))
})

test('every member of an app, a request and a reply is in docs/api.md', async () => {
  const app = espalier()
  const found: string[][] = [membersOf(app)]
  app.get('/', (request, reply) => {
    found.push(membersOf(request), membersOf(reply))
    return null
  })
  await app.inject('/')
  await app.close()
  assert.deepEqual(found.map(missing), [[], [], []])
})

test('every option of an app is in docs/options.md', () => {
  const source = readFileSync('types/options.ts', 'utf8')
  const page = readFileSync('docs/options.md', 'utf8')
  for (const name of ['AjvOptions', 'RouterOptions', 'ServerOptions']) {
    const [, body = ''] = new RegExp(`export interface ${name} [^{]*\\{([\\s\\S]*?)\\n\\}`).exec(source) ?? []
    const options = [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, option = '']) => option)
    assert.ok(options.length > 3)
    assert.deepEqual(
      options.filter((option) => !new RegExp(`\`(\\w+\\.)*${option}[\`.:]`).test(page)),
      []
    )
  }
})

test('a name that docs/api.md lacks is found', () => {
  assert.deepEqual(missing(['espalier', 'espaliers']), ['espaliers'])
})
