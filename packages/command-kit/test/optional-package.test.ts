import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPackage } from '../src/optional-package.ts'

test('a package installed beside espalier is found', () => {
  assert.match(findPackage('yaml') ?? '', /node_modules[/\\]yaml[/\\]/)
})

test('a package that is not installed is not found', () => {
  assert.equal(findPackage('no-such-package-anywhere'), undefined)
})
