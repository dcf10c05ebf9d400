// Some test runners load packages into another realm, whose `Object` and `Error` differ from those of Node's modules.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** As Jest does with ESM: modules outside the package come from Node's own realm. */
const program = `
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createContext, runInContext, SourceTextModule, SyntheticModule } from 'node:vm'

const context = createContext({})
const intrinsic = new Set(Object.getOwnPropertyNames(context).concat('globalThis', 'Object', 'Function', 'Error', 'Array', 'Promise', 'Map', 'Set'))
for (const name of Object.getOwnPropertyNames(globalThis))
  if (!intrinsic.has(name) && !/Error$|^[A-Z]\\w*Array$|^(Reflect|Proxy|Symbol|WeakMap|WeakSet|JSON|Math|Date|RegExp|String|Number|Boolean|BigInt)$/.test(name))
    Object.defineProperty(context, name, Object.getOwnPropertyDescriptor(globalThis, name))

const loaded = new Map()
async function link(specifier, { identifier }) {
  const url = specifier.startsWith('.') ? new URL(specifier, identifier).href : specifier
  if (!loaded.has(url)) loaded.set(url, specifier.startsWith('.') ? load(url) : borrow(url, identifier))
  return loaded.get(url)
}
function load(url) {
  return new SourceTextModule(readFileSync(new URL(url), 'utf8'), {
    context,
    identifier: url,
    initializeImportMeta: (meta) => { meta.url = url },
    importModuleDynamically: async (specifier, module) => {
      const found = await link(specifier, module)
      if (found.status === 'unlinked') await found.link(link)
      await found.evaluate()
      return found
    }
  })
}
async function borrow(name, from) {
  const real = await import(name.startsWith('node:') ? name : createRequire(from).resolve(name)).catch(() => import(name))
  const names = Object.keys(real)
  return new SyntheticModule(names, function () { for (const name of names) this.setExport(name, real[name]) }, { context })
}

const entry = load(process.argv[1])
await entry.link(link)
await entry.evaluate()
const app = entry.namespace.espalier()
app.get('/', async (request) => ({ method: request.raw.method }))
app.get('/error', runInContext("async () => { throw Object.assign(new Error('no tea'), { statusCode: 418 }) }", context))
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const answers = []
for (const path of ['/', '/error']) {
  const answer = await fetch(origin + path)
  answers.push([answer.status, await answer.json()])
}
await app.close()
console.log(JSON.stringify([entry.namespace.espalier instanceof Function, answers]))
`

test("an app works in a realm whose intrinsics differ from those of Node's modules", async () => {
  const entry = pathToFileURL('dist/src/index.js').href
  const flags = ['--experimental-vm-modules', '--no-warnings', '--input-type=module', '-e', program]
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, entry], { timeout: 600_000 })
  const [isOfThisRealm, answers] = JSON.parse(stdout)
  assert.equal(isOfThisRealm, false)
  const refusal = { statusCode: 418, error: "I'm a Teapot", message: 'no tea' }
  assert.deepEqual(answers, [
    [200, { method: 'GET' }],
    [418, refusal]
  ])
})
