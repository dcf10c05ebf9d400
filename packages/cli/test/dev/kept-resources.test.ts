import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { KeptResources } from '../../src/dev/kept-resources.ts'

const folder = await realpath(await mkdtemp(join(tmpdir(), 'espalier-kept-')))
after(() => rm(folder, { recursive: true }))

const at = (name: string) => join(folder, name)

test('every project file in the call stack of a resource is one of its makers', async () => {
  mkdirSync(at('node_modules/pool'), { recursive: true })
  writeFileSync(at('node_modules/pool/package.json'), '{ "type": "module", "exports": "./index.js" }')
  writeFileSync(at('node_modules/pool/index.js'), 'export const put = (kept, name) => kept.set(name, 1)\n')
  writeFileSync(at('open.mjs'), "import { put } from 'pool'\nexport const open = (kept) => put(kept, 'pool')\n")
  writeFileSync(at('plugin.mjs'), "import { open } from './open.mjs'\nexport const setUp = (kept) => open(kept)\n")
  const { setUp } = await import(pathToFileURL(at('plugin.mjs')).href)
  const kept = new KeptResources(folder)
  setUp(kept)
  assert.deepEqual(kept.makersAmong([at('open.mjs')]), [at('open.mjs')])
  assert.deepEqual(kept.makersAmong([at('other.mjs'), at('plugin.mjs')]), [at('plugin.mjs')])
  assert.deepEqual(kept.makersAmong([at('node_modules/pool/index.js'), at('other.mjs')]), [])
  kept.delete('pool')
  assert.deepEqual(kept.makersAmong([at('open.mjs')]), [])
})
