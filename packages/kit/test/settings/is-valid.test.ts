import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isValid } from '../../src/settings/is-valid.ts'

function validateSchemas(): WeakRef<object>[] {
  return Array.from({ length: 350 }, (_, index) => {
    const schema = index % 2 === 0 ? { type: 'integer' } : { $id: 'port', type: 'integer' }
    assert.deepEqual([isValid(schema, 1), isValid(schema, 'a'), isValid(schema, 2)], [true, false, true])
    return new WeakRef(schema)
  })
}

test('at most 200 of 350 unreferenced schemas are kept in memory', async () => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  const schemas = validateSchemas()
  // A WeakRef keeps its target until the end of the turn in which it was made.
  for (let turn = 0; turn < 5; turn++) {
    await sleep(1)
    gc()
  }
  assert.ok(schemas.filter((schema) => schema.deref() !== undefined).length <= 200)
})
