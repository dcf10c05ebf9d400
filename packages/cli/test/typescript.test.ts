import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { neededLoader } from '../src/typescript.ts'

const readsTypeScript = Boolean(Reflect.get(process.features, 'typescript'))

test("a TypeScript source needs the project's loader where Node cannot read it", (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-loader-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = (name: string) => join(folder, name)
  assert.equal(neededLoader(['routes', path('app.ts')]), undefined)
  mkdirSync(path('node_modules/tsx'), { recursive: true })
  writeFileSync(path('node_modules/tsx/package.json'), '{ "name": "tsx", "exports": { ".": "./loader.mjs" } }')
  writeFileSync(path('node_modules/tsx/loader.mjs'), '')
  const loader = readsTypeScript ? undefined : pathToFileURL(path('node_modules/tsx/loader.mjs')).href
  for (const name of ['app.ts', 'app.mts', 'app.cts', 'app.tsx'])
    assert.equal(neededLoader(['routes', path(name)]), loader)
  for (const name of ['app.js', 'app.mjs', 'ts', 'app.ts.js'])
    assert.equal(neededLoader(['routes', path(name)]), undefined)
  assert.equal(neededLoader(['dev', path('app.ts')]), undefined)
  assert.equal(neededLoader(['explain', 'GET /ts']), undefined)
})

test('a process with loader flags in NODE_OPTIONS needs no other loader', (t) => {
  const { NODE_OPTIONS } = process.env
  t.after(() => {
    process.env.NODE_OPTIONS = NODE_OPTIONS ?? ''
  })
  for (const flags of ['--import tsx', '--experimental-strip-types', '--loader ts-node/esm']) {
    process.env.NODE_OPTIONS = flags
    assert.equal(neededLoader(['routes', 'app.ts']), undefined)
  }
})
