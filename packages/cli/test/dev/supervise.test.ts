import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../../../../test/until.ts'

const folder = await mkdtemp(join(tmpdir(), 'espalier-supervise-'))
after(() => rm(folder, { recursive: true }))
const main = join(folder, 'main.mjs')
writeFileSync(
  main,
  `import { canSupervise, startAgain, supervise, endRequested } from ${JSON.stringify(new URL('../../src/dev/supervise.js', import.meta.url).href)}
if (canSupervise()) process.exit(await supervise())
process.on('SIGUSR2', () => process.exit(startAgain))
if (process.argv.includes('--late')) {
  console.log('starts')
  await new Promise((resolve) => process.once('disconnect', resolve))
}
const told = endRequested()
console.log('serves', process.pid)
await told
console.log('ended')
process.exit(7)
`
)

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [main, 'dev', ...args], { env: { ...process.env, NODE_OPTIONS: '' } })
  const said: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(...text.trim().split('\n')))
  const serving = async (count: number) => {
    const served = () => said.filter((line) => line.startsWith('serves'))
    await until(() => served().length === count, `start ${count}`, { every: 10 })
    return Number(served().at(-1)?.split(' ')[1])
  }
  return { child, said, serving }
}

test('the serving process is restarted as often as it requests, and its exit code is that of the command', async () => {
  const { child, said, serving } = start()
  const first = await serving(1)
  process.kill(first, 'SIGUSR2')
  const second = await serving(2)
  assert.notEqual(first, second)
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  assert.deepEqual(await closed, [7, null])
  assert.equal(said.at(-1), 'ended')
})

test('a serving process ends when its supervisor is gone', async () => {
  const { child, said, serving } = start()
  await serving(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await until(() => said.includes('ended'), 'the end', { every: 10 })
})

test('a process whose supervisor is gone before it serves ends', async () => {
  const { child, said } = start('--late')
  await until(() => said.includes('starts'), 'the start', { every: 10 })
  child.kill('SIGKILL')
  await once(child, 'exit')
  await until(() => said.includes('ended'), 'the end', { every: 10 })
})
