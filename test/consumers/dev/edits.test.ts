/** A short run of `npm run dev-edits`: the help desk is edited under `espalier dev`, and no client loses a response. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'

test('twenty edits under load lose no response and are all applied', async () => {
  const child = spawn(process.execPath, ['scripts/dev-edits.mjs', '--edits', '20'], {
    env: { ...process.env, NODE_OPTIONS: '' },
    timeout: 600_000
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const [code] = await once(child, 'close')
  assert.equal(code, 0, said)
  assert.match(said, /nothing was lost, and every edit was answered as it should be/)
})
