import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import * as ofNode from '../../src/ahead/runtime.ts'
import * as ofWorkers from '../../src/worker/compiled.ts'

const require = createRequire(import.meta.url)

test('a compiled module finds the same on workers as on Node', () => {
  assert.deepEqual(Object.keys(ofWorkers).sort(), Object.keys(ofNode).sort())
})

test('the parts of engines that generated functions call are there', () => {
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
