import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import * as ofNode from '../../src/ahead/runtime.ts'
import * as ofWorkers from '../../src/worker/compiled.ts'

const require = createRequire(import.meta.url)

test('the runtime of compiled modules exports the same names for workers as for Node.js', () => {
  assert.deepEqual(Object.keys(ofWorkers).sort(), Object.keys(ofNode).sort())
})

test('modules that generated functions require are available on workers, and ajv itself is not', () => {
  for (const name of [
    'ajv/dist/runtime/equal',
    'ajv/dist/runtime/ucs2length',
    'ajv/dist/runtime/validation_error',
    'ajv-formats/dist/formats',
    'fast-json-stringify/lib/serializer'
  ])
    assert.equal(ofWorkers.require(name), require(name), name)
  assert.equal(ofWorkers.require('ajv'), undefined)
})
