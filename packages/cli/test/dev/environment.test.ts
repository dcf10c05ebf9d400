import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readEnvironment } from '../../src/dev/environment.ts'

const folder = await mkdtemp(join(tmpdir(), 'espalier-env-'))
after(() => rm(folder, { recursive: true }))
const files = ['.env', '.env.local'].map((name) => join(folder, name)) as [string, string]

test('later files override earlier ones, process variables override both, and a removed variable is unset', () => {
  process.env.DEV_TEST_OWN = 'process'
  writeFileSync(files[0], 'DEV_TEST_OWN=file\nDEV_TEST_A=one\nDEV_TEST_B=one\n')
  writeFileSync(files[1], 'DEV_TEST_B=two\n')
  const seen = () => ['OWN', 'A', 'B'].map((name) => process.env[`DEV_TEST_${name}`])
  readEnvironment(files)
  assert.deepEqual(seen(), ['process', 'one', 'two'])
  rmSync(files[1])
  readEnvironment(files)
  assert.deepEqual(seen(), ['process', 'one', 'one'])
  rmSync(files[0])
  readEnvironment(files)
  assert.deepEqual(seen(), ['process', undefined, undefined])
  delete process.env.DEV_TEST_OWN
})
