import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkHints } from '../../src/http/interim.ts'

const hints = checkHints as (given: unknown) => Record<string, unknown>

for (const given of [undefined, null, 1, 'link']) {
  test(`${given} is no object of hints`, () => {
    assert.throws(() => hints(given), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^The hints must be an object of header fields/
    })
  })
}

const forbidden = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'content-length',
  'transfer-encoding',
  'trailer'
]

for (const name of [...forbidden, 'Content-Length', 'TRAILER']) {
  test(`${name} is no early hint`, () => {
    assert.throws(() => hints({ link: '</a>; rel=preload', [name]: '1' }), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: `An early hint must be a field of the final response, not '${name}'.`
    })
  })
}

test('hints are texts, a list stays a list, and a link that is absent is left out', () => {
  assert.deepEqual(hints({ link: ['</a>', '</b>'], 'x-number': 1 }), { link: ['</a>', '</b>'], 'x-number': '1' })
  for (const link of [undefined, null]) assert.deepEqual(hints({ link, 'x-a': 'a' }), { 'x-a': 'a' })
})

for (const [what, given] of [
  ['a line break', { link: '</a>\r\nx-evil: 1' }],
  ['a line break in a list', { link: ['</a>', '</b>\n'] }],
  ['a name that is none', { 'x a': '1' }],
  ['a value that is absent', { 'x-a': undefined }]
] as [string, object][]) {
  test(`a hint with ${what} is refused`, () => {
    assert.throws(() => hints(given))
  })
}
