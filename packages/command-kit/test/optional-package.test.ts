import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPackage } from '../src/optional-package.ts'

test('a package that stands beside espalier is found', () => {
  assert.match(findPackage('yaml') ?? '', /node_modules[/\\]yaml[/\\]/)
})

test('a package that nobody has is not found', () => {
  assert.equal(findPackage('no-such-package-anywhere'), undefined)
})
