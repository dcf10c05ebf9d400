import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '@espalier/command-kit'
import { runNode } from '../../../test/ahead/running.ts'
import { parseYaml } from '../src/yaml.ts'

test('YAML 1.2 is parsed with aliases', async () => {
  const value = await parseYaml('a: &a [no, 1.10, 2020-01-01]\nb: *a\n', 'a.yml')
  assert.deepEqual(value, { a: ['no', 1.1, '2020-01-01'], b: ['no', 1.1, '2020-01-01'] })
})

test('invalid YAML is reported with its line', async () => {
  const broken = parseYaml('openapi: 3.1.0\npaths:\n  /a: [\n', 'a.yml')
  await assert.rejects(broken, (error: Error) => {
    assert.ok(error instanceof ArgumentError)
    assert.match(error.message, /^a\.yml is broken YAML: .* at line 4, column 1/)
    return true
  })
})

test('a duplicate key is reported', async () => {
  await assert.rejects(parseYaml('a: 1\na: 2\n', 'a.yml'), /a\.yml is broken YAML: Map keys must be unique at line 2/)
})

test('without the yaml package the message contains the install command', async () => {
  // A copy of the module outside of all packages.
  const script = `
    import { cpSync, mkdtempSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    import { join } from 'node:path'
    const folder = mkdtempSync(join(tmpdir(), 'no-yaml-'))
    cpSync('.build/packages/openapi-import/src/yaml.js', join(folder, 'src/yaml.js'))
    for (const part of ['dist', 'package.json'])
      cpSync(join('packages/command-kit', part), join(folder, 'node_modules/@espalier/command-kit', part), { recursive: true })
    cpSync('node_modules/fastest-levenshtein', join(folder, 'node_modules/fastest-levenshtein'), { recursive: true })
    cpSync('package.json', join(folder, 'package.json'))
    process.chdir(folder)
    process.env.PATH = ''
    const { parseYaml } = await import(join(folder, 'src/yaml.js'))
    await parseYaml('a: 1', 'a.yml').catch((error) => console.log(error.message))`
  const { stdout, stderr } = await runNode(['--input-type=module', '-e', script])
  assert.equal(
    stdout,
    'a.yml is read with the package yaml, which is not installed: npm install --save-dev yaml. A document of JSON needs none.\n',
    stderr
  )
})

test('a merge key adds the members of its anchor except existing ones', async () => {
  const text = 'a: &a {b: 1, c: 2}\nd:\n  <<: *a\n  c: 3\ne:\n  <<: [{f: 4}, *a]\n'
  const merged = { a: { b: 1, c: 2 }, d: { b: 1, c: 3 }, e: { f: 4, b: 1, c: 2 } }
  assert.deepEqual(await parseYaml(text, 'a.yml'), merged)
  await assert.rejects(
    parseYaml('<<: 1\n', 'a.yml'),
    new ArgumentError('a.yml is broken YAML: Merge sources must be maps or map aliases.')
  )
})

test('a member named __proto__ is kept', async () => {
  const value = await parseYaml('a: &a {__proto__: 1}\nb: {<<: *a}\n', 'a.yml')
  assert.equal(JSON.stringify(value), '{"a":{"__proto__":1},"b":{"__proto__":1}}')
})

const steep = (last: (list: string) => string) =>
  Array.from(
    { length: 12 },
    (_, at) =>
      `a${at}: &a${at} ${
        at === 0
          ? '{b: 1}'
          : last(
              Array(10)
                .fill(`*a${at - 1}`)
                .join(',')
            )
      }\n`
  ).join('')

for (const [what, text, sentence] of [
  [
    'expand exponentially',
    steep((list) => `[${list}]`),
    'a.yml has more than 1000000 values once its aliases are written out.'
  ],
  [
    'expand exponentially in merge keys',
    steep((list) => `{<<: [${list}]}`),
    'a.yml has more than 1000000 values once its aliases are written out.'
  ],
  ['are recursive', 'a: &a {b: [*a]}', 'a.yml has an alias that leads back to itself: *a.'],
  ['merge themselves', 'a: &a\n  <<: *a', 'a.yml has an alias that leads back to itself: *a.']
] as const)
  test(`aliases that ${what} are refused`, async () => {
    await assert.rejects(parseYaml(text, 'a.yml'), new ArgumentError(sentence))
  })

test('a hundred thousand levels are reported as broken YAML', async () => {
  const deep = parseYaml(`a: ${'['.repeat(1e5)}${']'.repeat(1e5)}`, 'a.yml')
  await assert.rejects(
    deep,
    (error: Error) => error instanceof ArgumentError && /^a\.yml is broken YAML: /.test(error.message)
  )
})
