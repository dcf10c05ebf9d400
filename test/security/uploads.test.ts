/**
 * Runs the program of the recipe for uploads: text of a client never chooses the path of a file, and a file is never overwritten.
 * The programs share one folder, as processes of one machine do, and take ids from a header.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { readBlocks } from '../readme/document.ts'
import { until } from '../until.ts'

interface Recipe {
  readonly app: { close(): Promise<void> }
  readonly origin: string
}

const recipe = readBlocks('docs/recipes/uploads.md').find(({ code }) => code.includes('createWriteStream'))?.code ?? ''

function replaced(source: string, before: string, after: string): string {
  assert.ok(source.includes(before), `The recipe has ${before}`)
  return source.replace(before, after)
}

/** The recipe up to where it listens, with `uploads` as its folder. */
function programOf(uploads: string): string {
  const [declared = ''] = recipe.split('const origin =')
  const inFolder = replaced(declared, "await mkdtemp(join(tmpdir(), 'uploads-'))", JSON.stringify(uploads))
  const trusting = replaced(inFolder, 'espalier()', "espalier({ requestIdHeader: 'x-request-id' })")
  return `${trusting}\nexport { app }\nexport const origin = await app.listen({ port: 0, host: '127.0.0.1' })\n`
}

async function start(t: TestContext, copies: number) {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'))
  // Below the project, so that the program finds its packages.
  const programs = mkdtempSync(resolve('.build', 'uploads-'))
  t.after(() => {
    for (const folder of [outside, programs]) rmSync(folder, { recursive: true })
  })
  const uploads = join(outside, 'in', 'uploads')
  mkdirSync(uploads, { recursive: true })
  const started: Recipe[] = []
  for (let copy = 0; copy < copies; copy++) {
    const file = join(programs, `${copy}.mjs`)
    writeFileSync(file, programOf(uploads))
    const running: Recipe = await import(pathToFileURL(file).href)
    t.after(() => running.app.close())
    started.push(running)
  }
  return { outside, uploads, started }
}

async function upload({ origin }: Recipe, text: string, headers: Record<string, string> = {}, name = 'a.txt') {
  const form = new FormData()
  form.set('cover', new Blob([text]), name)
  const answer = await fetch(`${origin}/covers`, { method: 'POST', body: form, headers })
  return answer.status
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

const hostile = ['../x', '../../x', '..%2fx', '/tmp/x', 'a/b', '..\\x', '.', '..', 'CON', 'x'.repeat(300), '1', '1']

test('ids and file names of a client do not lead an upload out of the folder or over another file', async (t) => {
  const { outside, uploads, started } = await start(t, 1)
  const [running] = started as [Recipe]
  for (const text of hostile) {
    assert.equal(await upload(running, 'id', { 'x-request-id': text }), 201, text)
    assert.equal(await upload(running, 'name', {}, text), 201, text)
  }
  const found = filesBelow(outside)
  assert.deepEqual([...new Set(found.map(({ parentPath }) => parentPath))], [uploads])
  assert.equal(found.length, 2 * hostile.length)
  for (const { name } of found) assert.equal(name, basename(name))
})

test('a client disconnect in the middle of a file leaves no file', async (t) => {
  const { uploads, started } = await start(t, 1)
  const [{ origin }] = started as [Recipe]
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {})
  const head =
    '--b\r\ncontent-disposition: form-data; name="cover"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n'
  socket.write(
    `POST /covers HTTP/1.1\r\nhost: a.test\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 90000\r\n\r\n${head}${'x'.repeat(5000)}`
  )
  await until(() => filesBelow(uploads).length === 1, 'the file', { every: 5 })
  socket.destroy()
  await until(() => filesBelow(uploads).length === 0, 'the end of the file', { every: 5 })
})

test('uploads of several processes into one folder are all kept', async (t) => {
  const { uploads, started } = await start(t, 3)
  const sent: string[] = []
  for (let turn = 0; turn < 4; turn++) {
    for (const [index, running] of started.entries()) {
      sent.push(`${index} ${turn}`)
      assert.equal(await upload(running, `${index} ${turn}`), 201)
    }
  }
  const kept = readdirSync(uploads).map((name) => readFileSync(join(uploads, name), 'utf8'))
  assert.deepEqual(kept.sort(), sent.sort())
})
