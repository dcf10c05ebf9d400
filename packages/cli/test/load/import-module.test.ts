import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '@espalier/command-kit'
import { createFolder } from '../../../../test/ahead/running.ts'
import { importModule } from '../../src/load/import-module.ts'

test('a module is imported by its path, and an import error is reported', async (t) => {
  const folder = await createFolder()
  t.after(() => rm(folder, { recursive: true }))
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  assert.equal((await importModule(await write('a.mjs', 'export const a = 1'))).a, 1)
  await assert.rejects(
    importModule('none.mjs'),
    (error) => error instanceof UsageError && /does not exist/.test(error.message)
  )
  await assert.rejects(
    importModule(await write('a.text', 'a')),
    (error) => error instanceof UsageError && /This Node cannot load/.test(error.message)
  )
  if (process.platform !== 'win32')
    await assert.rejects(
      importModule(await write('a\\b.mjs', 'export const a = 1')),
      (error) => error instanceof UsageError && /rename .*a\\b\.mjs/.test(error.message)
    )
  // An error of the module itself is not converted.
  await assert.rejects(importModule(await write('b.mjs', 'throw new RangeError()')), RangeError)
})
