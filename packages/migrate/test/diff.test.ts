import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { toDiff } from '../src/diff.ts'

test('a change is shown with three lines of context', () => {
  assert.equal(
    toDiff('src/a.ts', '1\n2\n3\n4\nold\n6\n7\n8\n9\n', '1\n2\n3\n4\nnew\n6\n7\n8\n9\n'),
    '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-old\n+new\n 6\n 7\n 8\n'
  )
})

test('distant changes have separate hunks, and a missing final newline is marked', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `${index}`)
  const before = ['old', ...lines, 'old'].join('\n')
  const after = ['new', ...lines, 'new'].join('\n')
  assert.equal(
    toDiff('a.js', before, after),
    `--- a/a.js
+++ b/a.js
@@ -1,4 +1,4 @@
-old
+new
 0
 1
 2
@@ -11,4 +11,4 @@
 9
 10
 11
-old
\\ No newline at end of file
+new
\\ No newline at end of file
`
  )
})

test('equal texts have an empty diff', () => {
  assert.equal(toDiff('a.js', 'a\n', 'a\n'), '')
})

test('git applies the printed diff', () => {
  const line = fc.tuple(fc.constantFrom('import', '}', 'é日', ''), fc.boolean(), fc.constantFrom('\n', '\r\n'))
  const folder = mkdtempSync(join(tmpdir(), 'espalier-diff-'))
  try {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), fc.boolean(), (lines, hasEnd) => {
        const textWith = (name: string) => {
          const text = lines.map(([word, isChanged, end]) => `${word}${isChanged ? name : ''}${end}`).join('')
          return hasEnd ? text : `${text}last ${name}`
        }
        const [before, after] = [textWith('old'), textWith('new')]
        writeFileSync(join(folder, 'a.ts'), before)
        const diff = toDiff('a.ts', before, after)
        if (diff !== '') execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: diff })
        assert.equal(readFileSync(join(folder, 'a.ts'), 'utf8'), after)
      }),
      { numRuns: 40 }
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
