/** Applications that cannot boot. The command runs in a process of its own. */
import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createFolder, espalier } from '../../../../test/ahead/running.ts'

const folder = await createFolder()
after(() => rm(folder, { recursive: true }))

const head = `import { espalier, guard, plugin, shared } from 'espalier'
const first = plugin({ name: 'first', setup: (app) => app.get('/', () => 'ok') })
`

interface Case {
  readonly source: string
  /** Matches stderr as a whole, or its beginning. */
  readonly says: RegExp
}

const cases: Readonly<Record<string, Case>> = {
  'a plugin that throws': {
    source: `${head}const database = plugin({
  name: 'database',
  setup: () => {
    throw new Error('no database')
  }
})
export default espalier().register(first).register(database).register(plugin({ name: 'last', setup: () => {} }))\n`,
    says: /^FILE does not start: the plugin 'database' stops it at FILE:6\.\n\nError: no database\n {4}at .*FILE:6:11\)?\n\nBooted before that: first\.\n$/
  },
  'a plugin that throws inside another one': {
    source: `${head}const inner = plugin({ name: 'inner', setup: async () => { throw new TypeError('bad') } })
const outer = plugin({ name: 'outer', setup: (app) => app.register(first).register(inner) })
export default espalier().register(outer)\n`,
    says: /^FILE does not start: the plugin 'inner' stops it at FILE:3\.\n\nTypeError: bad\n[\s\S]*\n\nBooted before that: first\.\n$/
  },
  'an awaited plugin that throws': {
    source: `${head}export const app = espalier()
await app.register(async () => { throw new Error('no queue') })\n`,
    says: /^FILE cannot be loaded: see FILE:4\.\n\nError: no queue\n/
  },
  'a plugin that is never ready': {
    source: `${head}export const app = espalier({ pluginTimeout: 100 }).register(first)
app.register(plugin({ name: 'stuck', setup: () => new Promise(() => setInterval(() => {}, 1000)) }))\n`,
    says: /^FILE does not start: the plugin 'stuck' stops it\.\n\n.*FST_ERR_PLUGIN_TIMEOUT.*'stuck'[\s\S]*\n\nBooted before that: first\.\n$/
  },
  'a plugin that waits for ever and leaves nothing to wait for': {
    source: `${head}export const app = espalier({ pluginTimeout: 0 }).register(first)
app.register(plugin({ name: 'stuck', setup: () => new Promise(() => {}) }))\n`,
    says: /^FILE does not start: it waits for the plugin 'stuck', and nothing is under way that could end it\.\n$/
  },
  'a function that makes an app with a plugin that is never ready': {
    source: `${head}const stuck = plugin({ name: 'stuck', setup: () => new Promise(() => {}) })
export default () => espalier({ pluginTimeout: 0 }).register(first).register(stuck)\n`,
    says: /^FILE does not start: it waits for the plugin 'stuck', and nothing is under way that could end it\.\n$/
  },
  'a hook that throws': {
    source: `${head}export const app = espalier().register(first)
app.addHook('onReady', async function connect() { throw new Error('no cache') })
app.addHook('onClose', async () => { throw new Error('never opened') })\n`,
    says: /^FILE does not start: the hook onReady 'connect'.* stops it at FILE:4\.\n\nError: no cache\n[\s\S]*\n\nBooted before that: first\.\n$/
  },
  'two routes of one path': {
    source: `${head}export const app = espalier().register(first)
app.get('/twice', () => 1)
app.get('/twice', () => 2)\n`,
    says: /^FILE (?:does not start|cannot be loaded): see FILE:5\.\n\n.*FST_ERR_DUPLICATED_ROUTE/
  },
  'plugins that register each other': {
    source: `${head}const one = (app) => app.register(two)
const two = (app) => app.register(one)
export const app = espalier().register(first).register(one)\n`,
    says: /^FILE does not start: plugins register each other in a circle: (?:one → two → one|two → one → two)\.\n$/
  },
  'a shared plugin that registers itself': {
    source: `${head}const again = shared({ name: 'again', setup: async (app) => { app.register(again) } })
export const app = espalier().register(again)\n`,
    says: /^FILE does not start: plugins register each other in a circle: again → again\.\n$/
  },
  'plugins that need each other': {
    source: `${head}const one = plugin({ name: 'one', needs: [two], setup: () => {} })
const two = plugin({ name: 'two', needs: [one], setup: () => {} })
export const app = espalier().register(one)\n`,
    says: /^FILE cannot be loaded: see FILE:3\.\n\nReferenceError: Cannot access 'two' before initialization\n/
  },
  'a function that makes the app and throws': {
    source: `${head}export default function create({ port }) { return espalier() }\n`,
    says: /^FILE makes no app: the function that it exports fails at FILE:3\.\n\nTypeError: Cannot destructure/
  },
  'an application that ends the process': {
    source: `${head}if (process.env.NO_SUCH_VARIABLE === undefined) process.exit(0)\nexport const app = espalier()\n`,
    says: /^FILE cannot be loaded: it ends the process itself, with code 0\.\n$/
  },
  'an error that nothing catches': {
    source: `${head}export const app = espalier()
app.register(async () => { setImmediate(() => { throw new Error('left alone') }); await new Promise((end) => setTimeout(end, 1000)) })\n`,
    says: /^FILE does not start: it throws where nothing catches it\.\n\nError: left alone\n/
  },
  'a rejection that nothing catches': {
    source: `${head}void Promise.reject(new Error('left alone'))
export const app = espalier()
app.register(async () => { await new Promise((end) => setTimeout(end, 1000)) })\n`,
    says: /^FILE (?:does not start|cannot be loaded): it throws where nothing catches it\.\n\nError: left alone\n/
  },
  'a source that does not parse': {
    source: 'export const = 1\n',
    says: /^FILE cannot be loaded: see FILE:1\.\n\nSyntaxError: /
  },
  'an import that is not there': {
    source: "import './gone.mjs'\n",
    says: /^FILE cannot be loaded.*\.\n\nError \[ERR_MODULE_NOT_FOUND\]: .*gone\.mjs/
  },
  'no app': {
    source: 'export const server = 1\n',
    says: /^FILE exports no app\. It exports 'server'\. Export an app, or a function that returns one, by default or as 'app'\.\n$/
  },
  'no exports': { source: '', says: /^FILE exports no app\. It exports nothing\. Export / },
  'an await that never ends': {
    source: 'await new Promise(() => {})\n',
    says: /^FILE cannot be loaded: it waits for its own top-level await, an import, or the function that makes the app, and nothing is under way/
  },
  'a thrown text': { source: "throw 'nothing'\n", says: /^FILE cannot be loaded\.\n\nthrown: 'nothing'\n/ },
  'hostile texts': {
    source: `${head}const evil = '\\u001b[2J\\u202e</script>' + 'x'.repeat(500)
export const app = espalier().register(plugin({ name: evil, setup: () => { throw new Error(evil) } }))\n`,
    says: /^FILE does not start: the plugin '\\u001b\[2J\\u202e<\/script>x+…' stops it at FILE:4\.\n/
  }
}

const commands: Readonly<Record<string, (name: string) => readonly string[]>> = {
  routes: (name) => ['routes', name],
  openapi: (name) => ['openapi', name],
  compile: (name) => ['compile', name, '--out', 'out.mjs']
}

// All commands boot an app in the same way, so only the first cases run with every command.
for (const [at, [what, { source, says }]] of Object.entries(cases).entries())
  for (const [command, argsFor] of Object.entries(commands).slice(0, at < 2 ? 3 : 1))
    test(`an application with ${what} makes ${command} exit with 1 and a message`, async () => {
      const name = `${what.replaceAll(' ', '-')}.mjs`
      await writeFile(join(folder, name), source)
      const { code, stdout, stderr } = await espalier(argsFor(name), {}, folder)
      assert.match(stderr.replaceAll(name, 'FILE'), says)
      assert.deepEqual([code, stdout], [1, ''])
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      assert.doesNotMatch(stderr, /[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]|node:internal/)
    })
