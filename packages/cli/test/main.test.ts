import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { command, espalier } from '../../../test/ahead/running.ts'

test('--help prints the commands on stdout and exits with 0', async () => {
  const { code, stdout, stderr } = await espalier(['--help'])
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /^Usage: espalier <command>/)
})

test('--version prints the version', async () => {
  const { code, stdout } = await espalier(['--version'])
  assert.equal(code, 0)
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
})

test('an unknown command is reported on stderr and exits with 2', async () => {
  const { code, stdout, stderr } = await espalier(['migrat'])
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(stderr, /^espalier has no command 'migrat'\. Did you mean 'migrate'\?\n/)
})

test('a reader that closes the pipe early is not an error', { skip: process.platform === 'win32' }, async () => {
  const script = `"${process.execPath}" "${command}" --help | head -n 1; exit "\${PIPESTATUS[0]}"`
  const { stdout } = await promisify(execFile)('bash', ['-c', script])
  assert.equal(stdout, 'Usage: espalier <command> [options]\n')
})
