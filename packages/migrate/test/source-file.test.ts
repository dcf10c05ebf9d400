import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { entries, type Language, languageOf } from '../src/module-name.ts'
import { loadParser } from '../src/parser.ts'
import { readSettings, readSource } from '../src/source-file.ts'
import { after, before, type Form, forms, untouched } from './form.ts'

type Program = Exclude<Language, 'json'>

const parse = await loadParser()

describe('a file', () => {
  for (const form of [...forms, ...untouched]) {
    test(`with ${form.what} (${form.file}) is migrated, and stays unchanged in a second run`, () => {
      const language = languageOf(form.file) as Program
      const once = readSource(before(form), language, parse)
      assert.equal(once.after, after(form))
      const twice = readSource(once.after, language, parse)
      assert.equal(twice.after, once.after)
      assert.deepEqual(twice.specifiers, [])
    })
  }

  test('with a syntax error throws with its position', () => {
    assert.throws(() => readSource(`import {`, 'ts', parse), /^SyntaxError: it cannot be parsed: .*\(1:8\)/)
    assert.throws(() => readSettings('package.json', '{ "a": }', parse, false), /it cannot be parsed/)
  })
})

/** Forms that can be in one file: the same language, different names, and no directive that has to be first. */
const alone =
  /^#!|return$|^with|@flow|@ts-check|require\) =>|function \(?require|createRequire|\{ require \}|function require|@import|@type/
const together = (forms: readonly Form[], file: string) =>
  forms.filter((form) => form.file === file && !alone.test(form.marked) && !/require/.test(form.what))

/** Line ends, unusual spaces, and characters of every width. */
const between = fc.constantFrom(
  '\n',
  '\r\n',
  '\u2028',
  ';\n\t\n',
  "\n// 𝒻astify — 'fastify' 日本\n",
  "\n/* import 'fastify'\r\n*/\n",
  "\n;'fastify'\r\n",
  '\n;`\r\nimport x from "fastify"\n`\n'
)

describe('text other than the names of loaded modules', () => {
  for (const [file, entry] of [
    ['app.ts', entries.typed],
    ['app.js', entries.plain]
  ] as const) {
    const pieces = fc.constantFrom(...together([...forms, ...untouched], file))
    const programs = fc.tuple(fc.boolean(), fc.array(fc.tuple(pieces, between), { minLength: 1, maxLength: 12 }))
    test(`stays byte for byte in the first and the second run (${file})`, () => {
      fc.assert(
        fc.property(programs, ([hasMark, parts]) => {
          const start = hasMark ? '\uFEFF' : ''
          const text = start + parts.map(([form, gap]) => before(form) + gap).join('')
          const expected = start + parts.map(([form, gap]) => after({ ...form, entry }) + gap).join('')
          const read = readSource(text, languageOf(file) as Program, parse)
          assert.equal(read.after, expected)
          assert.equal(readSource(expected, languageOf(file) as Program, parse).specifiers.length, 0)
        }),
        { numRuns: 300 }
      )
    })
  }

  test('stays unchanged in a program with random edits', () => {
    const slip = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(6),
      put: fc.string({ maxLength: 4 })
    })
    fc.assert(
      fc.property(fc.constantFrom(...forms), fc.array(slip, { minLength: 1, maxLength: 3 }), (form, slips) => {
        const text = slips.reduce((each, { at, cut, put }) => {
          const start = Math.floor(at * each.length)
          return each.slice(0, start) + put + each.slice(start + cut)
        }, before(form))
        const read = readOrRefuse(text, languageOf(form.file) as Program)
        for (const { start, end } of read?.specifiers ?? []) {
          assert.match(text[start - 1] ?? '', /['"`]/)
          assert.equal(text[end], text[start - 1])
          assert.match(text.slice(start, end), /^fast(?:i|\\u0069)fy$/)
        }
      }),
      { numRuns: 1000 }
    )
  })
})

function readOrRefuse(text: string, language: Program) {
  try {
    return readSource(text, language, parse)
  } catch (error) {
    assert.match(String(error), /^SyntaxError: it cannot be parsed: /)
    return undefined
  }
}
