import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { FolderStore } from '../../src/database/folder-store.ts'

test('a copy has all files of its folder, and an open folder is not copied', async (t) => {
  const store = new FolderStore()
  t.after(() => store.drop())
  const at = await store.create()
  mkdirSync(join(at, 'postgres'), { recursive: true })
  writeFileSync(join(at, 'postgres', 'PG_VERSION'), '18')
  const copy = await store.copy(at)
  assert.ok(existsSync(join(copy, 'postgres', 'PG_VERSION')))
  writeFileSync(join(at, 'postgres', 'postmaster.pid'), '-42')
  await assert.rejects(store.copy(at), /^Error: prepare\(\) left its database open/)
  await store.drop()
  assert.deepEqual([at, copy].map(existsSync), [false, false])
})

test('folders are removed when the process exits', () => {
  const { href } = new URL('../../src/database/folder-store.js', import.meta.url)
  const program = `import { mkdirSync } from 'node:fs'
    import { FolderStore } from ${JSON.stringify(href)}
    const at = await new FolderStore().create()
    mkdirSync(at)
    process.stdout.write(at)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  assert.equal(stderr, '')
  assert.match(stdout, /espalier-/)
  assert.equal(existsSync(stdout), false)
})
