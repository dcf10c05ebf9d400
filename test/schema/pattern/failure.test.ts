import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dangerOf } from '../../../src/schema/pattern/safety.ts'
import { findAttack } from './attack.ts'

/** Each of the first can be read in two ways on no text that fails; the second differs by what can fail then. */
const twins: readonly (readonly [harmless: string, hostile: string])[] = [
  ['^(?:.|\\s)*$', '^(?:.|\\t)*$'],
  ['^(?:.|\\s)*', '^(?:.|\\s)*!'],
  ['(?:a|a)*', '(?:a|a)*b'],
  ['(?:a|a)+', '(?:a|a)+$'],
  ['^(?:a|[^])*$', '^(?:a|[^])*~$'],
  ['^(?:.|\\s)*(?!\\n)$', '^(?:.|\\s)*(?!\\n)~$'],
  ['(?<=^(?:[^]|a)*)~', '(?<=^~(?:[^]|a)*)~'],
  // By the time the first iteration is over, nothing is missing.
  ['(?:\\.[\\w.-]+)+[\\w.-]+', '(?:\\.[\\w.-]+)+[\\w.-]+~'],
  ['(?:(?:ab|a|b){2,})+', '(?:(?:ab|a|b){2,})+~'],
  // One of several that the text may have led to has matched.
  ['^(?:\\s+a(?:\\s*=\\s*[^>]+)?)*\\s*(?:>|$)', '^(?:\\s+a(?:\\s*=\\s*[^>]+)?)*\\s*>'],
  ['\\((?:f\\(.+?\\)|[^)])+\\)', '\\((?:f\\(.+?\\)|[^)])+~'],
  ['^(?:a(?:b|$)|a[^b]|[^a]|ab)*$', '^(?:a(?:b|$)|a[^b]|[^a]|ab)*~'],
  // What is tried before that is not tried again, but once.
  ['^(?:(?:a|b)*c)?', '^(?:(?:a|a)*b)?'],
  ['^(?:a|a)*|~', '^(?:(?:a|a)*~|b)*']
]

describe('what no text fails may be read in many ways, and only that', () => {
  for (const [harmless, hostile] of twins) {
    test(harmless, () => {
      assert.equal(dangerOf(harmless, 'u'), null)
      assert.equal(findAttack(harmless, 'u'), undefined)
      const repeated = dangerOf(hostile, 'u')?.repeated
      assert.ok(repeated, hostile)
      assert.ok(findAttack(hostile, 'u', [repeated]), `${hostile} is refused for ${repeated}`)
    })
  }
})

test('inside a lookaround all that is missing is its own end', () => {
  assert.equal(dangerOf('(?=(?:a|a)*)b', 'u'), null)
  assert.equal(dangerOf('(?!(?:.|\\s)*$)b', 'u'), null)
  assert.ok(dangerOf('(?=(?:a|a)*$)b', 'u'))
  assert.ok(dangerOf('^(?:(?=(?:a|a)*c)a|b)', 'u'))
})

test('what only a back reference decides is not sure to match', () => {
  assert.ok(dangerOf('^([ab]*)~(?:[^]|a)*\\1$', 'u'))
})
