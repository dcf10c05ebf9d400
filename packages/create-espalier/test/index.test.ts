import assert from 'node:assert/strict'
import { test } from 'node:test'
import { create } from 'create-espalier'

test('the package refuses an invalid project name', async () => {
  const { code, complaint } = await create(['A Shop'])
  assert.equal(code, 2)
  assert.match(complaint, /'A Shop' cannot be the name/)
})
