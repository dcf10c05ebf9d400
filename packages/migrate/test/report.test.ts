import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Migration } from '../src/migrate.ts'
import { entries } from '../src/module-name.ts'
import { toReport } from '../src/report.ts'

const migration: Migration = {
  looked: 9,
  changed: [
    { path: 'a.ts', imports: 2, entry: entries.typed, diff: '--- a/a.ts\n' },
    { path: 'b.js', imports: 1, entry: entries.plain, diff: '--- a/b.js\n' }
  ],
  left: [
    { path: 'a.ts', line: 3, advice: 'Write this.' },
    { path: 'c.ts', line: 1, advice: 'Write that.' },
    { path: 'c.ts', line: 2, advice: 'It is right.', mayStay: true },
    { path: 'd.ts', line: 7, advice: 'Write this.' }
  ],
  failed: [{ path: 'e.ts', why: 'it is not UTF-8' }]
}

test('a report contains changes, advice with places, failures and a summary', () => {
  const report = toReport(migration, false)
  assert.ok(
    report.startsWith(`a.ts: 2 imports → espalier/fastify-types
b.js: 1 import → espalier

Left to you:

Write this.
  a.ts:3
  d.ts:7

Write that.
  c.ts:1

These may stay:

It is right.
  c.ts:2

e.ts is as it was: it is not UTF-8.

3 imports in 2 files changed, 3 places left to you, 1 file not read or written, of 9 files that were looked at.
Next: `),
    report
  )
})

test('a dry run reports that no file was written', () => {
  const report = toReport({ ...migration, left: [], failed: [] }, true)
  assert.equal(report, '3 imports in 2 files would change, of 9 files that were looked at. Nothing was written.\n')
})

test('a name with line breaks is quoted on one line', () => {
  const failed = [{ path: 'a\nNext: rm -r', why: 'no' }]
  assert.match(
    toReport({ ...migration, changed: [], left: [], failed }, false),
    /^"a\\nNext: rm -r" is as it was: no\.$/m
  )
})

test('a report without changes contains only the summary', () => {
  const nothing: Migration = { looked: 4, changed: [], left: [], failed: [] }
  assert.equal(toReport(nothing, false), '0 imports in 0 files changed, of 4 files that were looked at.\n')
  assert.equal(toReport({ ...nothing, looked: 0 }, false), 'No sources were found.\n')
})
