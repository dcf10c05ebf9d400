/** Encoded texts have the lengths that Node measures, and their bytes stay valid until they are sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { abandonBuffer, measure, takeEncoded } from '../../../src/adapter/lane/encoded.ts'
import { fixed } from '../../fuzz/budget.ts'

const head = 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n'

/** Texts around the lengths between which texts are encoded, with surrogates among them. */
const recipes = fc.tuple(
  fc.string({ unit: fc.oneof(fc.string(), fc.constantFrom('é', '€', '😀', '\ud83d', '\ude00')), maxLength: 40 }),
  fc.constantFrom('x', 'é', '€', '😀', '\ud83d'),
  fc.constantFrom(0, 511, 512, 10_200, 10_220, 10_239, 10_240, 15_340, 15_360, 30_690, 30_719, 30_720)
)

test('measure equals Buffer.byteLength, and encoded texts have the bytes that Node sends', () => {
  let encoded = 0
  const law = fc.property(recipes, ([start, filling, length]) => {
    const text = start + filling.repeat(Math.ceil(length / filling.length)).slice(0, length)
    assert.equal(measure(text), Buffer.byteLength(text))
    const bytes = takeEncoded(head, text)
    if (bytes === null) return
    encoded++
    assert.ok(bytes.equals(Buffer.from(head + text)))
  })
  fc.assert(law, fixed(400))
  assert.ok(encoded > 100, 'some are encoded')
  fc.assert(law, { numRuns: 1000 })
})

test('texts that are too short, too long or not the last measured are not encoded', () => {
  const long = 'x'.repeat(1000)
  for (const text of ['', 'x'.repeat(511), 'x'.repeat(30_721), '€'.repeat(10_240)]) {
    measure(text)
    assert.equal(takeEncoded(head, text), null, `${text.length} characters`)
  }
  measure(long)
  measure('y'.repeat(1000))
  assert.equal(takeEncoded(head, long), null)
  measure(long)
  measure('€'.repeat(30_000))
  assert.equal(takeEncoded(head, long), null, 'it was written over')
})

test('encoded bytes can be taken once', () => {
  const text = 'x'.repeat(1000)
  measure(text)
  assert.notEqual(takeEncoded(head, text), null)
  assert.equal(takeEncoded(head, text), null)
})

test('a head over 2048 bytes leaves the text unencoded', () => {
  const text = 'x'.repeat(1000)
  measure(text)
  assert.equal(takeEncoded('h'.repeat(2049), text), null)
  measure(text)
  assert.deepEqual(takeEncoded('h'.repeat(2048), text), Buffer.from('h'.repeat(2048) + text))
})

test('a head beyond ASCII is encoded with its text, as in Node', () => {
  const text = 'x'.repeat(1000)
  measure(text)
  assert.deepEqual(takeEncoded('X: \xe9\r\n', text), Buffer.from(`X: \xe9\r\n${text}`))
})

test('bytes still in use are not overwritten', () => {
  const text = 'x'.repeat(1000)
  measure(text)
  const bytes = takeEncoded(head, text)
  abandonBuffer()
  measure('y'.repeat(1000))
  assert.deepEqual(bytes, Buffer.from(head + text))
})
