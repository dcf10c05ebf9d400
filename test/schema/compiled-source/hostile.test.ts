// Names, constants and defaults of schemas must never become code in a compiled module.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from '@babel/parser'
import fc from 'fast-check'
import type { CompilerFactories } from '../../../src/schema/compiled.ts'
import { writeModule } from '../../../src/schema/compiled-source.ts'
import { recordingFactories, startRecording, stopRecording } from '../../../src/schema/recording.ts'
import { budget, fixed } from '../../fuzz/budget.ts'
import { json, text } from '../../hostile-text.ts'

const values = fc.uniqueArray(json, { minLength: 1, maxLength: 3, selector: (value) => JSON.stringify(value) })
const property = fc.oneof(
  fc.record({ const: json }),
  fc.record({ enum: values }),
  fc.record({ type: fc.constant('string'), default: text }),
  fc.record({ anyOf: fc.tuple(fc.record({ const: json }), fc.record({ enum: values })) })
)
const schema = fc.record({
  type: fc.constant('object'),
  properties: fc.dictionary(text, property, { maxKeys: 3, noNullPrototype: true }),
  required: fc.uniqueArray(text, { maxLength: 2 })
})

/** Returns `undefined` if a schema is refused at boot. */
function compile(given: object): string | undefined {
  const recording = startRecording()
  const route = { method: 'POST', url: '/', schema: given }
  try {
    const { buildSerializer, buildValidator } = recordingFactories() as CompilerFactories
    buildValidator({}, {})({ ...route, httpPart: 'body' })
    buildSerializer({}, {})({ ...route, httpStatus: '200' })
    return writeModule(recording, 'runtime').index
  } catch {
    return undefined
  } finally {
    stopRecording()
  }
}

/** Every text that would run as code calls `pwned`. */
function check(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const { type, name, computed, key } = node as Record<string, unknown>
  assert.ok(type !== 'Identifier' || name !== 'pwned', 'a text of the schema is code')
  const { name: word, value } = Object(key)
  assert.ok(type !== 'ObjectProperty' || computed === true || (word ?? value) !== '__proto__', 'a prototype is set')
  for (const inner of Object.values(node)) check(inner)
}

test('a compiled module contains the texts of its schemas only as literals', () => {
  let written = 0
  const law = fc.property(schema, (given) => {
    const module = compile(JSON.parse(JSON.stringify(given)))
    if (module === undefined) return
    written++
    check(parse(module, { sourceType: 'module' }).program.body)
  })
  fc.assert(law, fixed(20))
  assert.ok(written > 0)
  fc.assert(law, budget(300))
})
