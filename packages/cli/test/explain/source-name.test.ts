import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { SourceNames, withSourceNames } from '../../src/explain/source-name.ts'

const folder = mkdtempSync(join(tmpdir(), 'espalier-named-'))
after(() => rmSync(folder, { recursive: true }))

let count = 0
/** Returns the name that is found for the call after `|`. */
function nameIn(source: string): string | undefined {
  const file = join(folder, `${count++}.ts`)
  writeFileSync(file, source.replace('|', ''))
  const before = source.slice(0, source.indexOf('|')).split('\n')
  return new SourceNames().find({ file, line: before.length, column: (before.at(-1) ?? '').length + 1 })
}

for (const [source, name] of [
  ['const requireUser = |guard(async () => {})', 'requireUser'],
  ['// first\nexport const requireUser: Guard<User> = |guard<User>(async () => {})', 'requireUser'],
  ['let größe = await documented(|guard(async () => {}))', 'größe'],
  ['const a = 1, later = |guard(f)', 'later'],
  ['export const guards = { first: 1, requireUser: |guard(async () => {}) }', 'requireUser'],
  ['  requireUser: |guard(async () => {}),', 'requireUser'],
  ['app.|register(orders, { prefix: "/orders" })', 'orders'],
  ['app.|register(orders)', 'orders'],
  ['app.|register(async (child) => {})', undefined],
  ['const app = espalier().|register(() => {})', undefined],
  ["app.|addHook('onRequest', async () => {})", undefined],
  ['const one = isOpen ? free : |guard(f)', undefined],
  ['export default |guard(f)', undefined],
  ['const requireUser = guard|(async () => {})', undefined],
  ['const requireUser = 1 |', undefined]
] as const)
  test(`the name in ${source.replaceAll('\n', ' ')} is ${name}`, () => assert.equal(nameIn(source), name))

test('a missing file and a missing line have no name', () => {
  const names = new SourceNames()
  assert.equal(names.find({ file: join(folder, 'gone.ts'), line: 1, column: 1 }), undefined)
  writeFileSync(join(folder, 'short.ts'), 'const a = guard(f)')
  assert.equal(names.find({ file: join(folder, 'short.ts'), line: 9, column: 1 }), undefined)
})

test('names replace labels in an explanation, except a label of two places', () => {
  const place = (path: string) => {
    mkdirSync(join(folder, path), { recursive: true })
    const file = join(folder, path, 'auth.ts')
    writeFileSync(file, `const ${path} = guard(async () => {})`)
    return { file: pathToFileURL(file).href, line: 1, column: 10 + path.length }
  }
  const label = 'guard at auth.ts:1'
  const explained = {
    steps: [{ name: label, place: place('one') }],
    contexts: ['app', label],
    why: `'${label}' is declared elsewhere.`,
    when: null
  }
  assert.deepEqual(withSourceNames(explained), {
    steps: [{ ...explained.steps[0], name: 'one' }],
    contexts: ['app', 'one'],
    why: "'one' is declared elsewhere.",
    when: null
  })
  const twice = { ...explained, others: [{ name: label, place: place('two') }] }
  assert.equal(withSourceNames(twice), twice)
})
