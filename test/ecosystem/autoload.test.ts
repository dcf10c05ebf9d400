import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import autoload from '@fastify/autoload'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

/** Writes `files` (path → source) into a new folder that the test removes. */
async function folderOf(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'autoload-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const [path, source] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), source)
  }
  return folder
}

test('a plugin file that throws stops the boot with its own error', async (t) => {
  const dir = await folderOf(t, {
    'broken.cjs': `module.exports = async () => { throw new Error('broken on purpose') }`
  })
  const app = createApp()
  app.register(autoload, { dir })

  await assert.rejects(async () => app.ready(), { message: /broken on purpose/ })
})

test('a plugin file whose named dependency is missing stops the boot', async (t) => {
  const dir = await folderOf(t, {
    'needy.cjs': `
      module.exports = (instance, options, done) => done()
      module.exports[Symbol.for('skip-override')] = true
      module.exports[Symbol.for('plugin-meta')] = { name: 'needy', decorators: { fastify: ['absent'] } }`
  })
  const app = createApp()
  app.register(autoload, { dir })

  await assert.rejects(async () => app.ready(), { code: 'FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE' })
})

test('folders become prefixes, and files load in order of their dependencies', async (t) => {
  const dir = await folderOf(t, {
    'root.cjs': `module.exports = function (instance, options, done) {
      instance.get('/', (request, reply) => { reply.send({ greeting: options.greeting }) })
      done()
    }`,
    'users/index.cjs': `module.exports = async (instance) => {
      instance.get('/:id', async (request) => ({ user: request.params.id, order: instance.order }))
    }`,
    'users/_team/index.cjs': `module.exports = async (instance) => {
      instance.get('/members', async (request) => ({ team: request.params.team }))
    }`,
    'named/index.cjs': `module.exports = async (instance) => { instance.get('/', async () => ({ prefix: instance.prefix })) }
      module.exports.autoPrefix = '/chosen'`,
    'skipped.test.cjs': `throw new Error('must not be loaded')`
  })
  const shared = await folderOf(t, {
    'a-second.cjs': sharedPlugin('second', ['first']),
    'b-first.cjs': sharedPlugin('first', [])
  })
  const app = createApp()
  app.decorate('order', [])
  app.register(autoload, { dir: shared })
  app.register(autoload, {
    dir,
    routeParams: true,
    ignorePattern: /\.test\.cjs$/,
    options: { greeting: 'hello' }
  })
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(origin)).json(), { greeting: 'hello' })
  assert.deepEqual(await (await fetch(`${origin}/users/7`)).json(), { user: '7', order: ['first', 'second'] })
  assert.deepEqual(await (await fetch(`${origin}/users/red/members`)).json(), { team: 'red' })
  assert.deepEqual(await (await fetch(`${origin}/chosen`)).json(), { prefix: '/chosen' })
})

test('autohooks files apply to the routes of their own folder only', async (t) => {
  const route = `module.exports = async (instance) => { instance.get('/', async (request) => ({ guarded: Boolean(request.guarded) })) }`
  const dir = await folderOf(t, {
    'inside/autohooks.cjs': `module.exports = async (instance) => {
      instance.decorateRequest('guarded', false)
      instance.addHook('onRequest', async (request) => { request.guarded = true })
    }`,
    'inside/index.cjs': route,
    'outside/index.cjs': route
  })
  const app = createApp()
  app.register(autoload, { dir, autoHooks: true })
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(`${origin}/inside`)).json(), { guarded: true })
  assert.deepEqual(await (await fetch(`${origin}/outside`)).json(), { guarded: false })
})

/** The source of a shared plugin that notes in `order` when it was loaded. */
function sharedPlugin(name: string, dependencies: string[]): string {
  return `module.exports = (instance, options, done) => { instance.order.push('${name}'); done() }
    module.exports[Symbol.for('skip-override')] = true
    module.exports[Symbol.for('plugin-meta')] = ${JSON.stringify({ name, dependencies })}`
}
