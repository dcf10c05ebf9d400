import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { createFolder, espalier, runNode } from '../../../../../test/ahead/running.ts'

const fixture = 'test/ahead/fixture/recursive.mjs'
let folder: string

before(async () => {
  folder = await createFolder()
})
after(() => rm(folder, { recursive: true }))

// If the size doubled at each of 60 levels, the test would not end.
test('recursive schemas behave alike compiled ahead, lazily and at boot', {
  timeout: 600_000
}, async () => {
  const compiled = resolve(folder, 'recursive.mjs')
  const { code, stderr } = await espalier(['compile', fixture, '--out', compiled])
  assert.equal(code, 0, stderr)
  const runs = [{ VISIT: 'boot' }, { VISIT: 'lazy' }, { VISIT: 'boot', COMPILED: compiled }]
  for (const { stdout, stderr } of await Promise.all(runs.map((env) => runNode([fixture], env)))) {
    assert.equal(stderr, '')
    const [deep, duplicate, shallow, doubling] = stdout.split('\n')
    assert.equal(deep, '/tree 200 ok')
    assert.match(duplicate ?? '', /^\/tree 400 .*duplicate items/)
    assert.equal(shallow, '/union 200 ok')
    assert.match(doubling ?? '', /^\/union 400 .*ESP_ERR_VALIDATION_TOO_DEEP/)
  }
})
