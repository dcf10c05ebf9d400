import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundPaths, countPaths } from '../src/paths.ts'
import { automatonOf, plenty } from './shown.ts'
import { dangerOf, type Twins, testTwins } from './twins.ts'

/** The first of each pair has few paths, and the second has too many. */
const twins: Twins = [
  ['^(?:a+){4}$', '^(?:a+){50}$'],
  ['(?:a+){4}', '(?:a+){50}'],
  ['(?:a|a){3,}', '(?:a|a){40,}'],
  ['(?:a|a){1,5000}', '(?:a|a){5000}'],
  ['(?:a+~?){2,50}', '(?:a+~?){30,50}'],
  ['(?:ab|a|b){3,}', '(?:ab|a|b){3000,}'],
  ['(?:(?:a|ab?){3}){1,100}', '(?:(?:a|ab?){30}){100}'],
  // Another text than the shortest with two paths is the worst.
  ['^(?:(?:a|a)|(?:zy+~){50}){1,2}$', '^(?:(?:a|a)|(?:(?:zy)+~?){50}){1,2}$']
]

testTwins(
  'a bounded repetition is judged by the paths of 64 characters and ends after its minimum of iterations',
  twins,
  {
    isAttacked: true
  }
)

test('patterns of long addresses are accepted', () => {
  assert.equal(dangerOf('^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.){1,127}[a-z]{2,63}$'), null)
  assert.equal(dangerOf('(?:[^%]+|%+(?![0-9A-Fa-f]{2})){1,1024}'), null)
})

test('the paths of a text are counted from the state with most paths', () => {
  const paths = (source: string, text: string, length: number) => {
    const { automaton, alphabet } = automatonOf(source)
    return countPaths(automaton, text, length, alphabet, plenty())
  }
  assert.deepEqual(
    [0, 1, 2, 3, 5].map((length) => paths('(?:a|a)*b', 'a', length)),
    [1, 2, 4, 8, 32]
  )
  // The counts are Fibonacci numbers: a text that begins with `a` continues one character or two characters later.
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map((length) => paths('(?:a|aa)*b', 'a', length)),
    [2, 3, 5, 8, 13, 21]
  )
  assert.deepEqual(
    [1, 2, 3, 4].map((length) => paths('(?:(?:a|a)c)*b', 'ac', length)),
    [2, 2, 4, 4]
  )
  assert.deepEqual(
    [1, 2, 3, 4].map((length) => paths('(?:c(?:a|a))*b', 'ca', length)),
    [1, 2, 2, 4]
  )
  assert.equal(paths('(?:a|a)*b', 'c', 4), 1)
  assert.equal(paths('(?:a|a|a)(?:a|a)b', 'a', 2), 6)
})

test('the bound of paths uses the worst character at each position', () => {
  const bound = (source: string, length: number) => boundPaths(automatonOf(source).automaton, length, plenty())
  assert.deepEqual(
    [0, 1, 2, 3].map((length) => bound('(?:a|a|a|c|c|d)*b', length)),
    [1, 3, 9, 27]
  )
  assert.deepEqual(
    [1, 2, 3, 4].map((length) => bound('(?:(?:a|a|a)(?:c|c)|d)*b', length)),
    [3, 6, 18, 36]
  )
  assert.equal(bound('(?:[ac]|a)(?:c|[cd]|[ce])b', 2), 6)
  assert.equal(bound('abc', 64), 1)
})

test('counting paths takes one step per edge and position, and the bound some more for sorting', () => {
  const { automaton, alphabet } = automatonOf('(?:a|aa)*b')
  const account = plenty()
  countPaths(automaton, 'a', 3, alphabet, account)
  assert.equal(account.spent, 3 * (2 + 2 + 1))
  const other = plenty()
  boundPaths(automaton, 3, other)
  assert.equal(other.spent, 2 * (2 * 3) + 1 + 3 * (3 + 3 + 1))
})
