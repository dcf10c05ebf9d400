import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain, listCommands } from '../src/help.ts'
import { commands } from '../src/table.ts'

test('the list names every command with what it does', () => {
  const text = listCommands()
  for (const [name, { does }] of Object.entries(commands)) assert.match(text, new RegExp(`^ {2}${name} +${does}$`, 'm'))
})

test('the help of a command has its usage, what it is about, and its flags with --help', () => {
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
  test(`the help of ${name} fits a terminal that is wide`, async () => {
    const long = explain(name, await load())
      .split('\n')
      .filter((line) => line.length > 150)
    assert.deepEqual(long, [])
  })
}
