import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:https'
import { test } from 'node:test'
import { cert, key } from '../../own-certificate.ts'
import { until } from '../../until.ts'
import { books, Project } from './project.ts'

const versionOf = async (origin: string) =>
  ((await (await fetch(`${origin}/version`)).json()) as { version: string }).version

test('an https app is served over https, and a save is applied', async (t) => {
  const project = new Project(t)
  const appOf = (text: string) => `
import { espalier } from 'espalier'
export const app = espalier({ https: ${JSON.stringify({ key, cert })} })
app.get('/', () => '${text}')
`
  project.save('app.ts', appOf('one'))
  const origin = await project.start()
  assert.match(origin, /^https:/)
  const read = async () => {
    const [answer] = await once(get(origin, { rejectUnauthorized: false }), 'response')
    return String((await answer.toArray())[0])
  }
  assert.equal(await read(), 'one')
  project.save('app.ts', appOf('two'))
  await until(async () => (await read()) === 'two', 'the save', { every: 10 })
  assert.equal(await project.end(), 0)
})

test('after an install of packages the process restarts at the same port and logs the reason', async (t) => {
  const project = new Project(t)
  const origin = await project.start()
  const { port } = new URL(origin)
  await project.end()
  await project.start('--port', port)
  project.save('package-lock.json', '{}')
  await until(() => /package-lock\.json: .*starts anew/.test(project.said), 'the reason', { every: 20 })
  await until(async () => (await versionOf(origin).catch(() => '')) === 'VERSION', 'the new start', { every: 20 })
  assert.equal(await project.end(), 0)
})

test('a kept resource survives other saves and is created anew after a save of its own code', async (t) => {
  const project = new Project(t)
  const pool = `
import { keep, shared } from 'espalier'
let made = 0
export const pool = shared({
  name: 'pool',
  setup: async (app) => app.decorate('pool', await keep(app, 'pool', () => \`VERSION \${++made}\`, (it) => console.log('disposed', it)))
})
`
  const app = `
import { espalier } from 'espalier'
import { pool } from './pool.ts'
export default () => espalier().register(pool).get('/', (request) => \`\${request.server.pool} SAVE\`)
`.replace('request.server.pool', '(request.server as unknown as { pool: string }).pool')
  project.save('pool.ts', pool)
  project.save('app.ts', app)
  const origin = await project.start()
  const read = async () => (await fetch(origin)).text()
  assert.equal(await read(), 'VERSION 1 SAVE')
  project.save('app.ts', app.replace('SAVE', 'saved'))
  await until(async () => (await read()) === 'VERSION 1 saved', 'the save', { every: 5 })
  project.save('pool.ts', pool.replace('VERSION', 'changed'))
  await until(async () => (await read()) === 'changed 1 saved', 'the save of the pool', { every: 5 })
  assert.match(project.said, /pool\.ts: a resource that is kept is made here[\s\S]*disposed VERSION 1\n/)
  project.save('pool.ts', pool.replace('made = 0', 'made = '))
  await until(() => /goes on answering/.test(project.said), 'the fault', { every: 5 })
  assert.equal(await read(), 'changed 1 saved')
  assert.equal(await project.end(), 0)
  assert.match(project.said, /disposed changed 1\n/)
})

test('a stack trace names the TypeScript line in the first and in a later version of a file', async (t) => {
  const project = new Project(t)
  const failing = (lines: string) =>
    books
      .replace("app.get('/go'", `app.get('/stack', () => ({ stack: new Error('here').stack }))\n    app.get('/go'`)
      .replace('export const books', `${lines}export const books`)
  const lineOf = (text: string) => text.split('\n').findIndex((line) => line.includes('/stack')) + 1
  const stackOf = async (origin: string) => ((await (await fetch(`${origin}/stack`)).json()) as { stack: string }).stack
  const before = failing('interface Unused {\n  a: string\n}\n')
  project.save('books.ts', before)
  const origin = await project.start()
  assert.match(await stackOf(origin), new RegExp(`books\\.ts:${lineOf(before)}:`))
  const next = failing('type One = 1\ninterface Unused {\n  a: string\n  b: One\n}\n\n')
  project.save('books.ts', next)
  const wanted = new RegExp(`books\\.ts:${lineOf(next)}:`)
  await until(async () => wanted.test(await stackOf(origin)), `line ${lineOf(next)}`, { every: 10 })
  assert.equal(await project.end(), 0)
})

test('with --types compiler errors are printed, and the app still responds', async (t) => {
  const project = new Project(t, { packages: ['vite', 'typescript'] })
  project.save('tsconfig.json', '{ "compilerOptions": { "types": [], "noEmit": true }, "files": ["wrong.ts"] }')
  project.save('wrong.ts', "export const wrong: number = 'text'\n")
  const origin = await project.start('--types')
  assert.equal(await versionOf(origin), 'VERSION')
  await until(() => /^wrong\.ts\(1,14\): error TS2322/m.test(project.said), `the error in\n${project.said}`, {
    every: 50
  })
  assert.equal(await project.end(), 0)
})
