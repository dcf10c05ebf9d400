import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder } from '../../../../test/ahead/running.ts'
import { loadApp } from '../../src/load/load-app.ts'

test('an app or a factory is loaded from the default export or `app`, with the other exports', async (t) => {
  const folder = await createFolder()
  t.after(() => rm(folder, { recursive: true }))
  const made = "{ ready() {}, close() {}, route() {}, name: 'it' }"
  const sources = [
    `export default ${made}`,
    `export const app = ${made}`,
    `export default async () => (${made})`,
    `export const app = () => (${made}); export const openapi = 1`
  ]
  for (const [index, source] of sources.entries()) {
    const file = join(folder, `${index}.mjs`)
    await writeFile(file, source)
    const { app, exports } = await loadApp(file)
    assert.equal((app as { name?: unknown }).name, 'it')
    assert.equal(exports.openapi, index === 3 ? 1 : undefined)
  }
  for (const [index, source] of ['export const other = 1', 'export default 1', 'export default () => ({})'].entries()) {
    const file = join(folder, `no${index}.mjs`)
    await writeFile(file, source)
    await assert.rejects(loadApp(file), {
      message: `${file} exports no app. It exports '${index === 0 ? 'other' : 'default'}'. Export an app, or a function that returns one, by default or as 'app'.`
    })
  }
})
