import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { placeOfSyntaxError } from '../../src/load/syntax-error.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'espalier-syntax-')))
after(() => rmSync(folder, { recursive: true }))
const path = (name: string) => join(folder, name)

test('the place of a syntax error is found in the imported module without running it', () => {
  const mark = JSON.stringify(path('ran'))
  writeFileSync(
    path('app.mjs'),
    `import { writeFileSync } from 'node:fs'\nimport './part.mjs'\nwriteFileSync(${mark}, '')\n`
  )
  writeFileSync(path('part.mjs'), 'export const one = 1\n\nexport const = 2\n')
  assert.equal(placeOfSyntaxError(path('app.mjs'), new SyntaxError('no')), `${path('part.mjs')}:3`)
  writeFileSync(path('part.mjs'), 'export const one = 1\n')
  assert.equal(placeOfSyntaxError(path('app.mjs'), new SyntaxError('no')), undefined)
  assert.ok(!existsSync(path('ran')))
})

test('an error other than a SyntaxError has no place', () => {
  writeFileSync(path('part.mjs'), 'export const = 2\n')
  assert.equal(placeOfSyntaxError(path('part.mjs'), new TypeError('no')), undefined)
})
