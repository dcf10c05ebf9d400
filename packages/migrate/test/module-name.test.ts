import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as plain from 'espalier'
import * as fastify from 'fastify'
import { languageOf } from '../src/module-name.ts'

test('the language of a file depends on its extension', () => {
  const told = ['a.ts', 'a.mts', 'a.cts', 'a.tsx', 'a.d.ts', 'a.d.mts', 'a.d.css.ts', 'a.js', 'a.mjs', 'a.cjs', 'a.jsx']
  assert.deepEqual(told.map(languageOf), [...'ts ts ts tsx dts dts dts js js js js'.split(' ')])
})

test('only settings files that may name modules are read', () => {
  const settings = [
    'package.json',
    'api/package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'jest.config.json',
    '.swcrc'
  ]
  for (const path of settings) assert.equal(languageOf(path), 'json', path)
  for (const path of ['data.json', 'package-lock.json', 'my-package.json', 'a.css', 'ts', 'a.ts.snap', 'a.vue'])
    assert.equal(languageOf(path), undefined, path)
})

test('a JavaScript program finds every export of Fastify', () => {
  const names = Object.keys(fastify).filter((name) => name !== 'module.exports')
  assert.deepEqual(
    names.filter((name) => !(name in plain)),
    []
  )
})
