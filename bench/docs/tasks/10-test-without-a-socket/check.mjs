import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export default async function check({ read, folder }) {
  const source = await read('app.test.ts')
  assert.match(source, /node:test/, 'there is a test')
  assert.doesNotMatch(source, /\blisten\(|\bfetch\(/)
  const app = join(folder, 'app.js')
  const right = readFileSync(app, 'utf8')
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = (text) => {
    writeFileSync(app, text)
    const { status, stdout } = spawnSync(process.execPath, ['app.test.js'], { cwd: folder, env, encoding: 'utf8' })
    return { passes: status === 0, stdout }
  }
  const { passes, stdout } = run(right)
  assert.ok(passes, stdout)
  assert.match(stdout, /tests [1-9]/)
  assert.equal(run(right.replace("'Emma'", "'Orlando'")).passes, false, 'another title fails')
  assert.equal(run(right.replace("'BOOK_UNKNOWN'", "'UNKNOWN'")).passes, false, 'another code fails')
}
