import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadCompanion } from '../../src/load/load-companion.ts'

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from main.js`), { code: 'ERR_MODULE_NOT_FOUND' })

test('a missing companion rejects with the install command and exit code 2', async () => {
  const load = () => Promise.reject(missing('@espalier/migrate'))
  await assert.rejects(loadCompanion('migrate', '@espalier/migrate', load), {
    exitCode: 2,
    message: 'espalier migrate needs the package @espalier/migrate: npm install --save-dev @espalier/migrate'
  })
})

test('an error inside of a companion is thrown unchanged', async () => {
  for (const error of [missing('other'), new Error('broken')])
    await assert.rejects(
      loadCompanion('migrate', '@espalier/migrate', () => Promise.reject(error)),
      error
    )
})

test('an installed companion resolves to its module', async () => {
  assert.equal(await loadCompanion('migrate', '@espalier/migrate', async () => 1), 1)
})
