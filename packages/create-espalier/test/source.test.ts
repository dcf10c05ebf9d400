import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { readSource } from '../src/source.ts'

test('template and version are those of the package', () => {
  const { template, version } = readSource(pathToFileURL(`${process.cwd()}/packages/create-espalier/`))
  assert.ok(existsSync(join(template, 'src/app.ts')))
  assert.equal(version, JSON.parse(readFileSync('package.json', 'utf8')).version)
})
