/** The script that runs Node's own tests puts the lane on their servers. If it did not, each of them would pass. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const sample = `'use strict'
const http = require('http')
const server = http.createServer((request, response) => response.end(request.url))
server.listen(0, () =>
  http.get({ port: server.address().port, path: '/sample', agent: new http.Agent({ keepAlive: true }) }, (response) => {
    response.on('data', (text) => require('assert').equal(String(text), '/sample'))
    response.on('end', () => process.exit())
  })
)
`

test('the script reports that a message was in the lane', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'node-tests-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'test/parallel'), { recursive: true })
  writeFileSync(join(folder, 'test/parallel/test-http-sample.js'), sample)
  const printed = execFileSync(process.execPath, ['scripts/node-tests.mjs', '--tests', folder], { encoding: 'utf8' })
  assert.match(printed, /^1 of 1 files pass with the lane; a message was in the lane in 1$/m)
})
