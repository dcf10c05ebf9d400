import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const home = mkdtempSync(join(tmpdir(), 'create-'))
after(() => rmSync(home, { recursive: true }))

const main = join(process.cwd(), 'packages/create-espalier/dist/main.js')
const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

async function make(name: string, endsAfter?: number) {
  const child = spawn(process.execPath, [main, name, '--with', 'all'], { cwd: home, stdio: 'ignore' })
  const ended = once(child, 'close')
  if (endsAfter !== undefined) {
    await sleep(endsAfter)
    child.kill('SIGINT')
  }
  const [code] = await ended
  return code
}

test('SIGINT leaves a complete project or no folder', async () => {
  const began = performance.now()
  assert.equal(await make('whole'), 0)
  const takes = performance.now() - began
  const whole = filesOf(join(home, 'whole'))
  for (let turn = 0; turn < 12; turn++) {
    const name = `ended${turn}`
    await make(name, (takes * (turn + 1)) / 12)
    if (existsSync(join(home, name))) assert.deepEqual(filesOf(join(home, name)), whole)
  }
  assert.deepEqual(
    readdirSync(home).filter((name) => name.startsWith('.')),
    []
  )
})
