import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadCompanion } from '../../src/load/load-companion.ts'

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from main.js`), { code: 'ERR_MODULE_NOT_FOUND' })

test('a companion that is not installed is a sentence with the line to type, and exit code 2', async () => {
  const load = () => Promise.reject(missing('@espalier/migrate'))
  await assert.rejects(loadCompanion('migrate', '@espalier/migrate', load), {
    exitCode: 2,
    message: 'espalier migrate needs the package @espalier/migrate: npm install --save-dev @espalier/migrate'
  })
})

test('a package that a companion misses, and a fault of its own, are thrown as they are', async () => {
  for (const error of [missing('other'), new Error('broken')])
    await assert.rejects(
      loadCompanion('migrate', '@espalier/migrate', () => Promise.reject(error)),
      error
    )
})

test('a companion that is installed is its module', async () => {
  assert.equal(await loadCompanion('migrate', '@espalier/migrate', async () => 1), 1)
})
