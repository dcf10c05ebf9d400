// The tasks that measure the documents: each check decides, and tasks do not change with the pages.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const run = (...args: string[]) =>
  new Promise<{ code: unknown; stdout: string }>((resolve) => {
    execFile(process.execPath, ['bench/docs/run.mjs', ...args], (error, stdout) =>
      resolve({ code: error === null ? 0 : error.code, stdout })
    )
  })

const folder = await mkdtemp(join(tmpdir(), 'espalier-reader-'))
after(() => rm(folder, { recursive: true }))

test('the start of each task compiles and fails its check, and its solution passes', async () => {
  assert.deepEqual(await run('prove'), { code: 0, stdout: '20 tasks, 0 faults\n' })
})

test('the hash of each task equals the frozen one', async () => {
  const { readHashes } = await import(join(process.cwd(), 'bench/docs/frozen.mjs'))
  const { now, frozen } = readHashes()
  assert.equal(Object.keys(frozen).length, 20)
  assert.deepEqual(now, frozen)
})

test("a reader's folder is checked task by task, with the errors of the compiler or the check", async () => {
  const task = (name: string) => `bench/docs/tasks/${name}`
  await cp(`${task('01-first-route')}/solution`, join(folder, '01-first-route'), { recursive: true })
  await cp(`${task('05-one-store-for-two-plugins')}/start`, join(folder, '05-one-store-for-two-plugins'), {
    recursive: true
  })
  await cp(`${task('09-settings')}/start`, join(folder, '09-settings'), { recursive: true })
  await writeFile(join(folder, '09-settings/settings.ts'), 'export const appSettings: number = "none"\n')
  const { code, stdout } = await run('check', folder)
  assert.equal(code, 1)
  assert.match(stdout, /^✔ 01-first-route\n✖ 02-guarded-call\n {4}is not there\n/)
  assert.match(stdout, /✖ 05-one-store-for-two-plugins\n {4}Expected values[\s\S]*opened: 2/)
  assert.match(stdout, /✖ 09-settings\n.*settings\.ts\(1,14\): error TS2322/)
  assert.match(stdout, /\n1 of 20 are solved; the goal is 18\n$/)
})

test('a reader gets each task without its check and its solution, and all pages', async () => {
  const place = join(folder, 'made')
  assert.equal((await run('make', place)).code, 0)
  assert.deepEqual((await readdir(join(place, '02-guarded-call'))).sort(), [
    'app.ts',
    'client.ts',
    'contract.ts',
    'task.md'
  ])
  assert.ok((await readdir(join(place, 'documents/docs'))).includes('streams.md'))
})
