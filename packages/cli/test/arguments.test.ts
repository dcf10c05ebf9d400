import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '@espalier/command-kit'
import { misuse, readArguments, suggestion, usageLine } from '../src/arguments.ts'
import type { Flags } from '../src/command.ts'

const flags: Flags = {
  out: { type: 'string', short: 'o', value: '<module>', does: 'the module to write' },
  'dry-run': { type: 'boolean', does: 'writes nothing' }
}

test('flags and positionals are parsed in any order', () => {
  const { positionals, values } = readArguments('build', flags, ['a', '-o', 'b.js', '--dry-run', '--', '--out'])
  assert.deepEqual([...positionals], ['a', '--out'])
  assert.deepEqual({ ...values }, { out: 'b.js', 'dry-run': true })
})

test('every command has --help', () => {
  assert.equal(readArguments('build', {}, ['-h']).values.help, true)
})

for (const [given, sentence] of [
  ['--dryrun', "espalier build has no option '--dryrun'. Did you mean '--dry-run'? It has --out, --dry-run, --help."],
  ['--colour', "espalier build has no option '--colour'. It has --out, --dry-run, --help."],
  ['-x', "espalier build has no option '-x'. It has --out, --dry-run, --help."],
  ['--constructor', "espalier build has no option '--constructor'. It has --out, --dry-run, --help."],
  ['--out', "'--out' of espalier build needs a value: --out <module>."],
  ['--dry-run=yes', "'--dry-run' of espalier build takes no value."]
] as const) {
  test(`'${given}' is refused with a list of the flags`, () => {
    assert.throws(() => readArguments('build', flags, [given]), new ArgumentError(sentence))
  })
}

test('a flag is not the value of the flag before it, except after an equals sign', () => {
  assert.throws(() => readArguments('build', flags, ['--out', '--dry-run']), /'--out' of espalier build needs a value/)
  assert.equal(readArguments('build', flags, ['--out=-a.js']).values.out, '-a.js')
})

test('a suggestion resembles the given text', () => {
  assert.equal(suggestion('comple', ['compile', 'migrate']), " Did you mean 'compile'?")
  assert.equal(suggestion('serve', ['compile', 'migrate']), '')
})

test('a misuse error contains the message and the usage line', () => {
  assert.equal(usageLine('build', '<a>'), 'Usage: espalier build <a>')
  assert.deepEqual(misuse('build', '<a>', 'Name a.'), new ArgumentError('Name a.\n\nUsage: espalier build <a>'))
})
