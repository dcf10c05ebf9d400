import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain, listCommands } from '../src/help.ts'
import { commands } from '../src/table.ts'

test('the list contains every command with its description', () => {
  const text = listCommands()
  for (const [name, { does }] of Object.entries(commands)) assert.match(text, new RegExp(`^ {2}${name} +${does}$`, 'm'))
})

test('the help of a command contains its usage, its description and its flags', () => {
  const text = explain('build', {
    takes: '<a> [--out <b>]',
    about: 'Builds a.',
    flags: { out: { type: 'string', short: 'o', value: '<b>', does: 'where to' } },
    run: async () => ({ code: 0, output: '' })
  })
  assert.equal(
    text,
    `Usage: espalier build <a> [--out <b>]

Builds a.

  -o, --out <b>  where to
  -h, --help     says this
`
  )
})

for (const [name, { load }] of Object.entries(commands)) {
  test(`the help of ${name} has lines of at most 150 characters`, async () => {
    const long = explain(name, await load())
      .split('\n')
      .filter((line) => line.length > 150)
    assert.deepEqual(long, [])
  })
}
