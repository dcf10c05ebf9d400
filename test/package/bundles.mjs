// What a page carries that calls endpoints, by three bundlers: the client within its limit, and nothing of a schema or a server.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'
import { run } from '../../scripts/project.mjs'

/** Most bytes of the client, minified and packed: `createClient` with calls, uploads and retries. Parameters, event streams and dates come with their endpoints. */
const clientBudget = 2520

const endpoints = `import { endpoint, endpoints, events, Type } from 'espalier/contract'
import { espalier } from 'espalier'

const Book = Type.Object({ title: Type.String({ minLength: 1 }), since: Type.DateTime() }, { $id: 'schema-of-a-book' })
export const books = endpoints('/books', { response: { '4xx': { message: Type.String() } } }, {
  find: ['GET /:id', { params: { id: Type.Integer() }, response: { 200: Type.Ref(Book) } }],
  watch: ['GET /events', { response: { 200: events({ added: Book, done: Type.Null() }) } }]
})
export const ping = endpoint('GET /ping')
export const serve = () => espalier()
`

const page = `import { createClient } from './client.js'

const api = createClient({ baseUrl: '/api' })
globalThis.find = async (id) => (await api.books.find({ params: { id } }).expect(200)).since.getFullYear()
globalThis.watch = async () => {
  for await (const { event } of await api.books.watch().expect(200)) console.log(event)
}
`

const client = "import { createClient } from 'espalier/client'\n\nglobalThis.createClient = createClient\n"

/** What only schemas, TypeBox and servers have in their code. */
const strangers =
  /schema-of-a-book|minLength|properties|additionalProperties|patternProperties|TypeBox|typebox|\$id|\$ref|node:|fastify|Ajv|avvio/

async function byEsbuild(entry) {
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, minify: true, format: 'esm', write: false })
  return outputFiles[0].text
}

async function byRollup(entry, load) {
  const [{ rollup }, { default: resolve }] = await Promise.all([load('rollup'), load('@rollup/plugin-node-resolve')])
  const bundle = await rollup({ input: entry, plugins: [resolve({ browser: true })] })
  const { output } = await bundle.generate({ format: 'es' })
  return (await transform(output[0].code, { minify: true, format: 'esm' })).code
}

async function byVite(entry, load) {
  const { build } = await load('vite')
  const lib = { entry, formats: ['es'], fileName: 'out' }
  const mode = process.env.NODE_ENV
  const made = await build({
    root: join(entry, '..'),
    logLevel: 'silent',
    build: { write: false, minify: true, lib, target: 'esnext' }
  })
  // Vite sets it to `production`, where npm installs no development dependencies.
  if (mode === undefined) delete process.env.NODE_ENV
  const { code } = made[0].output[0]
  return (await transform(code, { minify: true, format: 'esm' })).code
}

/**
 * Bundles an application with the client that the command writes for it.
 *
 * @param project where the package is installed
 * @returns what is wrong, a sentence each
 */
export async function checkBundles(project) {
  const folder = join(project, 'bundles')
  mkdirSync(folder)
  const write = (name, text) => writeFileSync(join(folder, name), text)
  write('endpoints.mjs', endpoints)
  write('page.js', page)
  write('alone.js', client)
  const bundlers = ['rollup@4', '@rollup/plugin-node-resolve@16', 'vite@8']
  const set = await run(['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...bundlers], {
    cwd: project
  })
  if (set.code !== 0) return [set.output]
  const command = join(project, 'node_modules/espalier/dist/src/command.js')
  const out = join(folder, 'client.ts')
  const made = await run([process.execPath, command, 'client', join(folder, 'endpoints.mjs'), '--out', out], {
    cwd: folder
  })
  if (made.code !== 0) return [made.output]
  write('client.js', (await transform(readFileSync(out, 'utf8'), { loader: 'ts', format: 'esm' })).code)

  const { resolve } = createRequire(join(project, 'package.json'))
  const load = (name) => import(pathToFileURL(resolve(name)).href)
  const faults = []
  for (const bundle of [byEsbuild, byRollup, byVite]) {
    const alone = await bundle(join(folder, 'alone.js'), load)
    const whole = await bundle(join(folder, 'page.js'), load)
    const bytes = gzipSync(alone, { level: 9 }).length
    console.log(`client ${bundle.name}: ${bytes} bytes; with its page ${gzipSync(whole, { level: 9 }).length}`)
    if (bytes > clientBudget) faults.push(`The client has ${bytes} bytes ${bundle.name}; the budget is ${clientBudget}`)
    const [stranger] = strangers.exec(whole) ?? strangers.exec(alone) ?? []
    if (stranger !== undefined) faults.push(`What is bundled ${bundle.name} has '${stranger}' in it`)
  }
  return faults
}
