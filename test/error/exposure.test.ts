import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { isForDevelopers } from '../../src/error/exposure.ts'

for (const [name, expected] of [
  ['development', true],
  ['test', true],
  ['production', false],
  ['staging', false],
  ['Development', false]
] as const)
  test(`NODE_ENV=${name} is ${expected ? '' : 'not '}for developers`, () => {
    assert.equal(isForDevelopers({ NODE_ENV: name }), expected)
  })

test("where NODE_ENV says nothing, Node's test runner tells that this is for developers", () => {
  assert.equal(isForDevelopers({}), true)
  assert.equal(isForDevelopers({ NODE_ENV: '', NODE_TEST_CONTEXT: 'child-v8' }), true)
})

test('a process that says nothing and runs no tests is not for developers', () => {
  const program = `import { isForDevelopers } from '${new URL('../../src/error/exposure.js', import.meta.url)}'
    console.log(isForDevelopers({}), isForDevelopers({ NODE_ENV: '' }))`
  const { NODE_ENV: _, NODE_TEST_CONTEXT: __, ...env } = process.env
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env, encoding: 'utf8' })
  assert.equal(said, 'false false\n')
})
