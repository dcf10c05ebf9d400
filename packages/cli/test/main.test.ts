import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { command, espalier } from '../../../test/ahead/running.ts'

test('the process says what there is on stdout and ends with 0', async () => {
  const { code, stdout, stderr } = await espalier(['--help'])
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /^Usage: espalier <command>/)
})

test('--version says the version of the commands', async () => {
  const { code, stdout } = await espalier(['--version'])
  assert.equal(code, 0)
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
})

test('the process says on stderr what was wrong, and ends with 2', async () => {
  const { code, stdout, stderr } = await espalier(['migrat'])
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(stderr, /^espalier has no command 'migrat'\. Did you mean 'migrate'\?\n/)
})

test('a reader that leaves early, as head does, is no failure', { skip: process.platform === 'win32' }, async () => {
  const script = `"${process.execPath}" "${command}" --help | head -n 1; exit "\${PIPESTATUS[0]}"`
  const { stdout } = await promisify(execFile)('bash', ['-c', script])
  assert.equal(stdout, 'Usage: espalier <command> [options]\n')
})
