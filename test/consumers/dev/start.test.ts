import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { until } from '../../until.ts'
import { books, Project } from './project.ts'

test('an app that fails to start responds with its error: HTML for browsers, JSON for others', async (t) => {
  const project = new Project(t)
  project.save('books.ts', books.replace('setup: (app) => {', "setup: (app) => { throw new Error('<no> database')"))
  const origin = await project.start()
  const answer = await fetch(`${origin}/version`)
  assert.equal(answer.status, 500)
  const { message, frame } = (await answer.json()) as { message: string; frame: string }
  assert.match(message, /<no> database/)
  assert.match(frame, /books\.ts:\d+:\d+\n/)
  const page = await fetch(`${origin}/version`, { headers: { accept: 'text/html' } })
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(await page.text(), /&lt;no&gt; database/)
  project.saveBooks('mended')
  await until(async () => (await fetch(`${origin}/version`)).ok, 'the mended app', { every: 10 })
  assert.equal(await project.end(), 0)
})

const refused: Record<string, { args?: string[]; packages?: string[]; app?: string; says: RegExp }> = {
  'without Vite': { packages: [], says: /needs Vite 7 or later.*npm install --save-dev vite/ },
  'with a wrong port': { args: ['--port', 'http'], says: /A port is a whole number/ },
  'with two applications': { args: ['other.ts'], says: /'other\.ts' is one too many/ }
}
for (const [how, { args = [], packages, says }] of Object.entries(refused)) {
  test(`${how} it exits with 2 and a message`, async (t) => {
    const project = new Project(t, packages === undefined ? {} : { packages })
    assert.equal(await project.start(...args), '')
    assert.match(project.said, says)
    assert.doesNotMatch(project.said, /\n +at /)
    assert.equal(await project.end(), 2)
  })
}

test('a port in use exits with 1 and a message', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as AddressInfo
  const project = new Project(t)
  assert.equal(await project.start('--port', `${port}`), '')
  assert.match(project.said, new RegExp(`Port ${port} is in use`))
  assert.equal(await project.end(), 1)
})

test('a file without an app export is reported until it exports one', async (t) => {
  const project = new Project(t)
  project.save('app.ts', 'export const nothing = 1')
  const origin = await project.start()
  assert.match(project.said, /exports no app/)
  project.save('app.ts', "import { espalier } from 'espalier'\nexport default espalier().get('/version', () => 'here')")
  await until(async () => (await (await fetch(`${origin}/version`)).text()) === 'here', 'an app', { every: 10 })
  assert.equal(await project.end(), 0)
})

test('espalier dev exits when the reader of its output closes', async (t) => {
  const project = new Project(t)
  await project.start()
  assert.equal(await project.leave(), 0)
})
