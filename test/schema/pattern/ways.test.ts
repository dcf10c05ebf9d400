import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dangerOf, type Twins, testTwins } from './twins.ts'

/** The first of each can be read in few ways, the second in more than can be tried. */
const twins: Twins = [
  ['^(?:a+){4}$', '^(?:a+){50}$'],
  ['(?:a+){4}', '(?:a+){50}'],
  ['(?:a|a){3,}', '(?:a|a){40,}'],
  ['(?:a|a){1,5000}', '(?:a|a){5000}'],
  ['(?:a+~?){2,50}', '(?:a+~?){30,50}'],
  ['(?:ab|a|b){3,}', '(?:ab|a|b){3000,}'],
  ['(?:(?:a|ab?){3}){1,100}', '(?:(?:a|ab?){30}){100}'],
  // The shortest text that can be read in two ways is not the worst.
  ['^(?:(?:a|a)|(?:zy+~){50}){1,2}$', '^(?:(?:a|a)|(?:(?:zy)+~?){50}){1,2}$']
]

testTwins('a repetition that counts is judged by the ways to read 64 characters, and only ends when it may', twins, {
  isAttacked: true
})

test('long addresses of many parts are no danger', () => {
  assert.equal(dangerOf('^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.){1,127}[a-z]{2,63}$'), null)
  assert.equal(dangerOf('(?:[^%]+|%+(?![0-9A-Fa-f]{2})){1,1024}'), null)
})
