// `npm run walk [-- --list]`: the files and functions that a request passes after warm-up, counted by V8's precise coverage, beside Fastify's. A framework's
// own files count, and not those of its dependencies. `--list` prints the functions of each file with their calls.
import { Agent, request } from 'node:http'
import { Session } from 'node:inspector/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { orExit, root, run, tsc7 } from './project.mjs'

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } })
const warmUp = 300

const require = createRequire(import.meta.url)
const frameworks = {
  espalier: { entry: join(root, '.build/src/index.js'), folder: join(root, '.build/src/') },
  Fastify: { entry: require.resolve('fastify'), folder: `${dirname(require.resolve('fastify'))}/` }
}

const book = { type: 'object', properties: { id: { type: 'integer' }, title: { type: 'string' } }, required: ['title'] }
const requests = {
  'GET with a response schema': { method: 'GET', path: '/books' },
  'validated POST': { method: 'POST', path: '/books', body: '{"title":"Walden"}' }
}

function declare(app) {
  app.get('/books', { schema: { response: { 200: book } } }, () => ({ id: 1, title: 'Walden' }))
  app.post('/books', { schema: { body: book, response: { 200: book } } }, ({ body }) => body)
}

function send(agent, port, { method, path, body }) {
  const headers = body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, method, path, headers }, (response) => {
      response.resume().on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(method))))
    })
    sent.on('error', reject).end(body)
  })
}

/** Resolves to the functions that ran since the last call, by file. */
async function takeWalk(session, folder) {
  // What follows a response runs on later turns.
  await sleep(20)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files = new Map()
  for (const { url, functions } of result) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : url
    if (!path.startsWith(folder)) continue
    const called = functions.flatMap(({ functionName, ranges: [{ count }] }) =>
      count > 0 ? [{ name: functionName || '(anonymous)', count }] : []
    )
    if (called.length > 0) files.set(path.slice(folder.length).replace(/\.js$/, ''), called)
  }
  return files
}

async function walk(session, { entry, folder }, options) {
  const { espalier, default: create = espalier } = await import(pathToFileURL(entry).href)
  const app = (espalier ?? create)(options)
  declare(app)
  await app.listen({ port: 0 })
  const { port } = app.server.address()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const walks = {}
  for (const [name, message] of Object.entries(requests)) {
    for (let count = 0; count < warmUp; count++) await send(agent, port, message)
    await takeWalk(session, folder)
    await send(agent, port, message)
    walks[name] = await takeWalk(session, folder)
  }
  agent.destroy()
  await app.close()
  return walks
}

function print(title, walks) {
  for (const [name, files] of Object.entries(walks)) {
    const functions = [...files.values()].flat()
    const calls = functions.reduce((sum, { count }) => sum + count, 0)
    console.log(`| ${name}, ${title} | ${files.size} | ${functions.length} | ${calls} |`)
    if (!values.list) continue
    for (const [file, called] of files)
      console.log(
        `  ${file}: ${called.map(({ name: one, count }) => (count > 1 ? `${one} ×${count}` : one)).join(', ')}`
      )
  }
}

await orExit(run([...tsc7, '-p', 'tsconfig.test.json']))
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
console.log('| request | files | functions | calls |\n|---|---|---|---|')
for (const exchange of ['auto', 'stock'])
  print(`espalier, ${exchange}`, await walk(session, frameworks.espalier, { exchange, logger: false }))
print('Fastify', await walk(session, frameworks.Fastify, { logger: false }))
session.disconnect()
