import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exitCodes, run } from '../src/run.ts'

for (const args of [['--help'], ['-h'], ['help'], ['help', 'none'], ['--help', 'constructor']]) {
  test(`'espalier ${args.join(' ')}' lists the commands`, async () => {
    const { code, output, complaint } = await run(args)
    assert.deepEqual([code, complaint], [exitCodes.done, undefined])
    assert.match(output, /^Usage: espalier <command> \[options\]\n\n(?: .*\n)* {2}compile /)
  })
}

for (const args of [
  ['migrate', '--help'],
  ['migrate', 'src', '-h'],
  ['help', 'migrate']
]) {
  test(`'espalier ${args.join(' ')}' prints the help of the command`, async () => {
    const { code, output } = await run(args)
    assert.equal(code, exitCodes.done)
    assert.match(output, /^Usage: espalier migrate /)
  })
}

for (const [typed, sentence] of [
  ['', 'Say what espalier is to do.'],
  ['complie', "espalier has no command 'complie'. Did you mean 'compile'?"],
  ['publish', "espalier has no command 'publish'."],
  ['constructor', "espalier has no command 'constructor'."],
  ['--dry-run', "espalier has no option '--dry-run' before a command."]
] as const) {
  test(`'espalier ${typed}' prints an error and the commands`, async () => {
    const { code, output, complaint = '' } = await run(typed === '' ? [] : [typed])
    assert.deepEqual([code, output], [exitCodes.misused, ''])
    assert.equal(complaint.split('\n')[0], sentence)
    assert.match(complaint, /\n {2}migrate +moves an application/)
  })
}

test('a user error is a message without a stack', async () => {
  const { code, complaint } = await run(['compile', 'none.js', '--out', 'none.mjs'])
  assert.deepEqual([code, complaint], [exitCodes.failed, 'none.js does not exist.\n'])
})

test('an error of an application is a message with its stack', async () => {
  const { code, complaint = '' } = await run(['compile', 'packages/cli/test/fixture/broken.mjs', '--out', 'none.mjs'])
  assert.equal(code, exitCodes.failed)
  assert.match(
    complaint,
    /^packages\/cli\/test\/fixture\/broken\.mjs cannot be loaded: see packages\/cli\/test\/fixture\/broken\.mjs:2\.\n\nError: the database is away\n +at .*broken\.mjs/
  )
})
