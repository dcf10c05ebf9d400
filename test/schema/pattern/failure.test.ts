import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dangerOf, type Twins, testTwins } from './twins.ts'

/** Each of the first can be read in two ways on no text that fails; the second differs by what can fail then. */
const twins: Twins = [
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

testTwins('what no text fails may be read in many ways, and only that', twins, { isAttacked: true })

test('inside a lookaround all that is missing is its own end', () => {
  assert.equal(dangerOf('(?=(?:a|a)*)b'), null)
  assert.equal(dangerOf('(?!(?:.|\\s)*$)b'), null)
  assert.ok(dangerOf('(?=(?:a|a)*$)b'))
  assert.ok(dangerOf('^(?:(?=(?:a|a)*c)a|b)'))
})

test('what only a back reference decides is not sure to match', () => {
  assert.ok(dangerOf('^([ab]*)~(?:[^]|a)*\\1$'))
})
