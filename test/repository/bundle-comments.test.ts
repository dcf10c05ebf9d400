import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { parse } from '@babel/parser'

const { withoutComments } = await import(pathToFileURL('scripts/bundle-comments.mjs').href)

test('published modules contain only comments with source paths, annotations and licences', () => {
  const modules = readdirSync('dist/src').filter((name) => name.endsWith('.js'))
  const comments = modules.flatMap(
    (name) => parse(readFileSync(`dist/src/${name}`, 'utf8'), { sourceType: 'module' }).comments ?? []
  )
  const others = comments.filter(({ value }) => !/^ [\w/@.-]+\.[cm]?[jt]s$|[@#]__PURE__/.test(value))
  assert.deepEqual(
    others.map(({ value }) => value),
    []
  )
  assert.ok(comments.some(({ value }) => value === ' src/tree/load.ts'))
})

test('comments are removed with their line, and text that resembles a comment stays', () => {
  const code = [
    '// src/a.ts',
    'class A {',
    '  /** Says',
    '   * more. */',
    '  #a = "// text" /* behind */;',
    '  // before',
    '  b = /\\/\\/.*/; // after',
    "  c = /* @__PURE__ */ f('/* text */' /* inner */);",
    '  /*! licence */',
    '}',
    ''
  ]
  assert.equal(
    withoutComments(code.join('\n')),
    [
      '// src/a.ts',
      'class A {',
      '  #a = "// text" ;',
      '  b = /\\/\\/.*/; ',
      "  c = /* @__PURE__ */ f('/* text */' );",
      '  /*! licence */',
      '}',
      ''
    ].join('\n')
  )
})
