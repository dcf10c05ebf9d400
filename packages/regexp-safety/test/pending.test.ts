import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dangerOf, type Twins, testTwins } from './twins.ts'

/** In the first of each pair, a lookaround excludes one of two paths. */
const twins: Twins = [
  ['^(?:\\$\\{[^}]*\\}|(?!\\$\\{)[^~])*$', '^(?:\\$\\{[^}]*\\}|(?!\\$\\()[^~])*$'],
  ['^(?:<!--(?:[^-]|-(?!->))*-->|(?!<!--)[^~])*$', '^(?:<!--(?:[^-]|-(?!->))*-->|(?!<!-!)[^~])*$'],
  ['^(?:abcdefghij|(?!abcdefghij)[a-j])*$', '^(?:abcdefghij|(?!abcdefghia)[a-j])*$'],
  ['^(?:a(?=bc)|a(?=bd)|b|c|d)*$', '^(?:a(?=b.)|a(?=bd)|b|c|d)*$'],
  ['^(?:[A-Z][a-z]+|[A-Z]+(?=[A-Z][a-z]))+$', '^(?:[A-Z][a-z]+|[A-Z]+(?=[A-Z]))+$'],
  ['^(?:a+(?!a|$)|b)*$', '^(?:a+(?!b)|b)*$'],
  // Lookarounds of unlimited length.
  ['^(?:x+\\.|(?!x+\\.)[x.!])*$', '^(?:x+\\.|(?!x+!)[x.!])*$'],
  ['^(?:(?=a*b)a|(?!a*b)a|b)*$', '^(?:(?=a*b)a|(?!a*c)a|b)*$'],
  // Several lookarounds at a time.
  ['^(?:(?!ab)(?!ac)a|ab|ac|d)*$', '^(?:(?!ab)(?!ad)a|ab|ac|c|d)*$'],
  ['^(?:(?=ab)(?=.c)a|[bc])*$', '^(?:(?=ab)(?=.[bc])a+|a|[bc])*$'],
  // A lookbehind in a lookbehind.
  ['(?<=^~(?:\\}[^}]*\\{\\$|[^~](?<!\\{\\$))*)~', '(?<=^~(?:\\}[^}]*\\{\\$|[^~](?<!\\(\\$))*)~'],
  // Conditions on the previous character and on the end of the text.
  ['^(?:a(?=\\b.)b|a(?=\\B.)b|c)*$', '^(?:a(?=\\B.)b|a(?=..)b|c)*$'],
  ['^(?:ab|a(?!b[^])b|c)*~', '^(?:ab|a(?!bc[^])b|c)*~']
]

testTwins('lookarounds are followed to their ends', twins, { isAttacked: false })

test('an unfollowed condition of a lookaround counts as met', () => {
  assert.ok(dangerOf('^(?:(?=(?=ab).)a|ab?)*$'))
  assert.ok(dangerOf('^(?:b|(?<!ab)c|(?<=ab)c)*$'))
})

test('many pending lookarounds end in bounded time', () => {
  const lookarounds = Array.from({ length: 24 }, (_, index) => `(?=.{${index}}(?:a|b.*c))`).join('')
  assert.ok(dangerOf(`^(?:${lookarounds}[ab]|[bc])*$`))
})
