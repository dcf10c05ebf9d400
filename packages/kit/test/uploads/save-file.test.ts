import assert from 'node:assert/strict'
import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { SavedFile } from '../../src/uploads/save-file.ts'

test('a file that fails while it is being opened is removed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-save-file-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { open } = fs
  t.mock.method(fs, 'open', (...given: Parameters<typeof open>) => setTimeout(() => open(...given), 50))
  const stream = new Readable({ read() {} })
  const file = new SavedFile(stream, 'cover', 1000, folder)
  file.saved.catch(() => {})
  setImmediate(() => stream.destroy(new Error('The form is not whole.')))
  await assert.rejects(file.saved, { message: 'The form is not whole.' })
  await file.remove()
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.deepEqual(readdirSync(folder), [])
})
