import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadVite } from '../../src/dev/vite.ts'

const folder = await mkdtemp(join(tmpdir(), 'espalier-vite-'))
after(() => rm(folder, { recursive: true }))

test('a missing or outdated Vite rejects with the install command', async () => {
  writeFileSync(join(folder, 'package.json'), '{}')
  await assert.rejects(
    loadVite(folder),
    /needs Vite 7 or later in the project, and finds none: npm install --save-dev vite/
  )
  const old = join(folder, 'node_modules/vite')
  mkdirSync(old, { recursive: true })
  writeFileSync(join(old, 'package.json'), '{ "version": "6.4.1" }')
  await assert.rejects(loadVite(folder), /and finds 6\.4\.1/)
})
