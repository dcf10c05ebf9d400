import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MediaType } from '../../src/http/media-type.ts'

/** Every stage must read JSON in these values. */
const json = [
  'application/json',
  'Application/JSON',
  'APPLICATION/json',
  ' application/json',
  '\tapplication/json',
  'application/json ',
  'application/json\t',
  ' \t application/json \t ',
  'application/json;',
  'application/json ;',
  'application/json\t;',
  'application/json;;',
  'application/json; ',
  'application/json;charset=utf-8',
  'application/json; charset=utf-8',
  'application/json ; charset=utf-8',
  'application/json\t;\tcharset=utf-8',
  'APPLICATION/JSON;CHARSET=UTF-8',
  'application/json; charset="utf-8"',
  'application/json; charset=utf-8;',
  'application/json; a=b; c=d',
  'application/json; a="x;y"; c=d',
  'application/json; a="\\"text/plain\\""'
]

/** A careless parser could read JSON in these values, or disagree with another parser. */
const invalid = [
  'application/json garbage',
  'application/json\ta',
  'application/json\tgarbage; charset=utf-8',
  'application/json a; charset=utf-8',
  'application/json,text/plain',
  'application/json, application/json',
  'application/json/extra',
  'application/json@evil',
  'application/json(comment)',
  'application/json\u0000',
  'application/json\u00a0',
  '\u00a0application/json',
  '\ufeffapplication/json',
  '\u000bapplication/json',
  'application/json\r\n',
  'application /json',
  'application/ json',
  'application//json',
  'application/',
  '/json',
  'application',
  'application; charset=utf-8',
  'application/j\u017fon', // a letter that case folding would turn into "s"
  'application/\u212ason',
  '"application/json"',
  'x application/json',
  ';application/json',
  '; charset=utf-8',
  '__proto__',
  'constructor',
  'toString'
]

for (const text of json) {
  test(`${JSON.stringify(text)} is JSON`, () => {
    const mediaType = MediaType.parse(text)
    assert.equal(mediaType.isValid, true)
    assert.equal(mediaType.essence, 'application/json')
    assert.equal(`${mediaType.type}/${mediaType.subtype}`, 'application/json')
  })
}

for (const text of invalid) {
  test(`${JSON.stringify(text)} is not a media type`, () => {
    const mediaType = MediaType.parse(text)
    assert.equal(mediaType.isValid, false)
    assert.deepEqual([mediaType.type, mediaType.subtype, mediaType.essence], ['', '', ''])
    assert.equal(String(mediaType), '')
    assert.equal(mediaType.parameters.size, 0)
  })
}

test('another type with JSON in its parameters is not JSON', () => {
  for (const text of [
    'text/plain; application/json',
    'text/plain;a=application/json',
    'text/plain; a="application/json"'
  ]) {
    assert.equal(MediaType.parse(text).essence, 'text/plain', text)
  }
})

test('names of Object.prototype are ordinary names of types and parameters', () => {
  assert.equal(MediaType.parse('__proto__/constructor').essence, '__proto__/constructor')
  assert.equal(MediaType.parse('a/b; __proto__=c').parameters.get('__proto__'), 'c')
})

test('a missing value and a value that is not a string are invalid', () => {
  for (const text of [undefined, '', 'undefined', ['text/plain'], 1]) {
    const mediaType = MediaType.parse(text)
    assert.deepEqual([mediaType.isValid, String(mediaType)], [false, ''])
  }
})

test('parameters have lower-case names and keep their values', () => {
  const { parameters } = MediaType.parse('text/plain; CharSet=UTF-8; foo=BaR;baz=" 42"')
  assert.deepEqual(
    [...parameters],
    [
      ['charset', 'UTF-8'],
      ['foo', 'BaR'],
      ['baz', ' 42']
    ]
  )
})

test('a quoted value may contain a semicolon and an escaped quote', () => {
  const { parameters } = MediaType.parse('text/plain; a="x;charset=fake"; b="say \\"hi\\""; c=d')
  assert.deepEqual(
    [...parameters],
    [
      ['a', 'x;charset=fake'],
      ['b', 'say "hi"'],
      ['c', 'd']
    ]
  )
})

test('the last of repeated parameters wins', () => {
  assert.equal(MediaType.parse('text/plain; charset=utf-8; charset=utf-16').parameters.get('charset'), 'utf-16')
})

test('a malformed parameter is omitted, and the next one is read', () => {
  const { parameters } = MediaType.parse('text/plain; nonsense; a =b; c= d; =e; charset=utf-16; f=g h')
  assert.deepEqual([...parameters], [['charset', 'utf-16']])
})

test('parameters from an unclosed quote on are not read', () => {
  const { parameters } = MediaType.parse('text/plain; a=b; c="d; charset=utf-16')
  assert.deepEqual([...parameters], [['a', 'b']])
})

test('the canonical text parses to the same media type', () => {
  const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,8}$/)
  const value = fc.stringMatching(/^[\t -~]{0,8}$/)
  fc.assert(
    fc.property(token, token, fc.array(fc.tuple(token, value)), (type, subtype, pairs) => {
      const quoted = pairs.map(([name, text]) => `;${name}="${text.replace(/["\\]/g, '\\$&')}"`)
      const first = MediaType.parse(`${type}/${subtype}${quoted.join('')}`)
      const second = MediaType.parse(String(first))
      assert.equal(first.isValid, true)
      assert.equal(String(second), String(first))
      assert.deepEqual([...second.parameters], [...first.parameters])
    })
  )
})

test('the canonical text of any value has the same essence, and exactly a valid value has one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const mediaType = MediaType.parse(text)
      assert.equal(MediaType.parse(String(mediaType)).essence, mediaType.essence)
      assert.equal(mediaType.isValid, mediaType.essence !== '')
    })
  )
})

test('equal texts return the same object until many others were parsed', () => {
  const first = MediaType.parse('application/first')
  assert.equal(MediaType.parse('application/first'), first)
  for (let number = 0; number < 100; number++) MediaType.parse(`application/x-${number}`)
  assert.notEqual(MediaType.parse('application/first'), first)
})

test('a long text is parsed but not cached', () => {
  const text = `application/json; a=${'b'.repeat(1000)}`
  assert.equal(MediaType.parse(text).essence, 'application/json')
  assert.notEqual(MediaType.parse(text), MediaType.parse(text))
})

test('parsing takes linear time in the length of a hostile text', () => {
  const texts = [
    `a/b;${' '.repeat(60_000)}x`,
    `a/b;c="${'\\"'.repeat(30_000)}`,
    `a/b;${'c="d'.repeat(15_000)}`,
    `a/b;${'c="d;'.repeat(12_000)}`,
    `a/b;${'c;'.repeat(30_000)}`,
    `a/b;c=${'d'.repeat(60_000)} e`,
    `a/b${' '.repeat(60_000)}c`
  ]
  const start = process.cpuUsage().user
  for (const text of texts) MediaType.parse(text)
  assert.ok(process.cpuUsage().user - start < 1_000_000, 'quadratic reading would take minutes')
})

test('the cache keeps the last hundred texts of at most 200 characters', () => {
  const textOf = (number: number) => `text/kept-${number}`
  const first = MediaType.parse(textOf(0))
  for (let number = 1; number < 100; number++) MediaType.parse(textOf(number))
  assert.equal(MediaType.parse(textOf(0)), first)
  MediaType.parse(textOf(100))
  assert.notEqual(MediaType.parse(textOf(0)), first)
  for (const [length, isKept] of [
    [200, true],
    [201, false]
  ] as const) {
    const text = 'text/'.padEnd(length, 'x')
    const known = MediaType.parse(text)
    assert.equal(MediaType.parse(text) === known, isKept)
  }
})
