import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bearerAuth } from '../../src/plugin/bearer-auth.ts'
import { compileKeyCheck, compileTokenReader } from '../../src/plugin/bearer-token.ts'
import { budget } from '../fuzz/budget.ts'
import { serve } from '../security/serve.ts'

test('keys that are not a list of non-empty strings throw', () => {
  for (const keys of [undefined, null, 'key', { key: true }, new Map()]) {
    assert.throws(() => compileKeyCheck(keys), { code: 'FST_BEARER_AUTH_INVALID_KEYS_OPTION_TYPE' })
  }
  for (const key of [1, null, undefined, '', {}]) {
    assert.throws(() => compileKeyCheck(['good', key]), { code: 'FST_BEARER_AUTH_KEYS_OPTION_INVALID_KEY_TYPE' })
  }
})

test('the error of an invalid key does not contain it', () => {
  for (const keys of [[Buffer.from('secret')], 'secret']) {
    assert.throws(
      () => compileKeyCheck(keys),
      (error: Error) => !error.message.includes('secret')
    )
  }
})

test('a token that equals one of the keys is accepted', () => {
  const isKey = compileKeyCheck(new Set(['first', 'second', 'thïrd']))
  for (const token of ['first', 'second', 'thïrd']) assert.equal(isKey(token), true, token)
})

test('a token that only resembles a key is rejected', () => {
  const isKey = compileKeyCheck(['secret-key'])
  for (const token of ['secret-ke', 'secret-key ', 'Secret-key', 'secret-kez', '', 'x', 'secret-keysecret-key']) {
    assert.equal(isKey(token), false, token)
  }
})

test('an empty list of keys accepts no token', () => {
  const isKey = compileKeyCheck([])
  for (const token of ['', 'undefined', 'x']) assert.equal(isKey(token), false)
})

test('keys that are added to the array later are ignored', () => {
  const keys = ['one']
  const isKey = compileKeyCheck(keys)
  keys.push('two')
  assert.equal(isKey('two'), false)
})

test('a field without the scheme and a token has no token', () => {
  const readToken = compileTokenReader('Bearer', { ignoreCase: false })
  for (const header of [
    'Basic abc',
    'Bearerabc',
    'Bearer',
    'Bearer ',
    'Bearer   ',
    'bearer abc',
    ' Bearer abc',
    'XBearer abc'
  ]) {
    assert.equal(readToken(header), undefined, header)
  }
})

test('the token is the text after the scheme, without surrounding spaces', () => {
  const readToken = compileTokenReader('Bearer', { ignoreCase: false })
  assert.equal(readToken('Bearer abc.def~+/=='), 'abc.def~+/==')
  assert.equal(readToken('Bearer   abc '), 'abc')
})

test('the scheme can be another, and case-insensitive', () => {
  const readToken = compileTokenReader('Token', { ignoreCase: true })
  assert.equal(readToken('tOKEN AbC'), 'AbC')
  assert.equal(readToken('Bearer AbC'), undefined)
})

test('spaces and tabs around a token are removed where HTTP allows them, and a no-break space is kept', () => {
  const readToken = compileTokenReader('Bearer', { ignoreCase: true })
  assert.equal(readToken('Bearer abc \t '), 'abc')
  assert.equal(readToken('Bearer \t '), undefined)
  assert.equal(readToken('Bearer \tabc'), '\tabc')
  assert.equal(readToken('Bearer \u00a0abc\u00a0'), '\u00a0abc\u00a0')
})

const tokens = ['a', 'mF_9.B5f-4.1JqM', 'abc.def~+/==']
const wholes = [...tokens, 'a b']

const scheme = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('Bearer', 'bearer', 'BEARER', 'bEaReR') },
  { weight: 1, arbitrary: fc.constantFrom('Basic', 'Bearer:', 'Bearer,', 'xBearer', 'Beare', 'Bearerr', '') }
)
const between = fc.oneof(
  { weight: 4, arbitrary: fc.constant(' ') },
  { weight: 2, arbitrary: fc.constantFrom('  ', '     ') },
  { weight: 1, arbitrary: fc.constantFrom('', '\t', ' \t', '\u00a0', ' \u00a0', ',') }
)
const changed = fc
  .constantFrom(...wholes)
  .chain((token) =>
    fc.constantFrom(
      ...[token.slice(1), token.slice(0, -1), `${token}=`, `${token},`, `${token} x`, `${token};a=b`, `"${token}"`],
      ...[token.toUpperCase(), `${token}\u00a0`, `\u00a0${token}`, `${token} ${token}`, `${token}, Bearer ${token}`]
    )
  )
const token = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...wholes) },
  { weight: 3, arbitrary: changed },
  { weight: 1, arbitrary: fc.constant('') }
)
const field = fc
  .tuple(scheme, between, token, fc.constantFrom('', '', ' ', '   ', ' \t'))
  .map((parts) => parts.join(''))
  .map((text) => text.replace(/^[ \t]+/, ''))

/** Returns the token of a field by the grammar: `auth-scheme 1*SP token` (RFC 9110 §11.4, RFC 6750 §2.1). */
function tokenOf(line: string, ignoreCase: boolean): string | undefined {
  const [name = '', ...words] = line.replace(/[ \t]*$/, '').split(' ')
  const isBearer = ignoreCase ? /^[Bb][Ee][Aa][Rr][Ee][Rr]$/.test(name) : name === 'Bearer'
  const first = words.findIndex((word) => word !== '')
  return isBearer && first >= 0 ? words.slice(first).join(' ') : undefined
}

test('a random field has the token of the RFC grammar', () => {
  fc.assert(
    fc.property(field, fc.boolean(), (line, ignoreCase) => {
      assert.equal(compileTokenReader('Bearer', { ignoreCase })(line), tokenOf(line, ignoreCase))
    }),
    budget(600)
  )
})

for (const exchange of ['stock', 'auto'] as const)
  test(`the first of two Authorization fields decides (${exchange})`, async (t) => {
    const seen: string[] = []
    const auth = (given: string) => seen.push(given) > 0 && wholes.includes(given)
    const { send } = await serve(t, { exchange, logger: false }, (app) => {
      const kinds = { any: { keys: wholes }, exact: { keys: wholes, specCompliance: 'rfc6750' }, asked: { auth } }
      for (const [name, options] of Object.entries(kinds))
        app.register(async (child: typeof app) => {
          child.register(bearerAuth as never, options)
          child.get(`/${name}`, () => 'secret')
        })
    })
    await fc.assert(
      fc.asyncProperty(fc.array(field, { maxLength: 2 }), async (fields) => {
        const headers = fields.map((each) => ['Authorization', each] as const)
        for (const name of ['any', 'exact', 'asked']) {
          seen.length = 0
          const answer = await send(`/${name}`, { headers })
          const [line = ''] = fields
          const expected = tokenOf(line, name !== 'exact')
          const isKnown = expected !== undefined && wholes.includes(expected)
          assert.equal(answer?.status, isKnown ? 200 : 401)
          const challenge = expected === undefined ? 'Bearer' : 'Bearer error="invalid_token"'
          assert.deepEqual(answer?.headers.get('www-authenticate'), isKnown ? undefined : [challenge])
          if (name === 'asked') assert.deepEqual(seen, expected === undefined ? [] : [expected])
        }
      }),
      budget(300)
    )
  })
