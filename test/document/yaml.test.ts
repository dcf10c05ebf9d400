import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '../../src/base/usage-error.ts'
import { parseYaml } from '../../src/document/yaml.ts'
import { runNode } from '../ahead/running.ts'

test('YAML is read as its version 1.2 has it, aliases included', async () => {
  const value = await parseYaml('a: &a [no, 1.10, 2020-01-01]\nb: *a\n', 'a.yml')
  assert.deepEqual(value, { a: ['no', 1.1, '2020-01-01'], b: ['no', 1.1, '2020-01-01'] })
})

test('broken YAML is told with its line', async () => {
  const broken = parseYaml('openapi: 3.1.0\npaths:\n  /a: [\n', 'a.yml')
  await assert.rejects(broken, (error: Error) => {
    assert.ok(error instanceof ArgumentError)
    assert.match(error.message, /^a\.yml is broken YAML: .* at line 4, column 1/)
    return true
  })
})

test('a key that is there twice is told', async () => {
  await assert.rejects(parseYaml('a: 1\na: 2\n', 'a.yml'), /a\.yml is broken YAML: Map keys must be unique at line 2/)
})

test('without the package the message says what to type', async () => {
  // A copy of the module far from every package.
  const script = `
    import { cpSync, mkdtempSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    import { join } from 'node:path'
    const folder = mkdtempSync(join(tmpdir(), 'no-yaml-'))
    cpSync('.build/src/document/yaml.js', join(folder, 'src/document/yaml.js'))
    cpSync('.build/src/base', join(folder, 'src/base'), { recursive: true })
    cpSync('package.json', join(folder, 'package.json'))
    process.chdir(folder)
    process.env.PATH = ''
    const { parseYaml } = await import(join(folder, 'src/document/yaml.js'))
    await parseYaml('a: 1', 'a.yml').catch((error) => console.log(error.message))`
  const { stdout, stderr } = await runNode(['--input-type=module', '-e', script])
  assert.equal(
    stdout,
    'a.yml is read with the package yaml, which is not installed: npm install --save-dev yaml. A document of JSON needs none.\n',
    stderr
  )
})
