import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { espalier, keep } from 'espalier'
import { until } from '../../../../test/until.ts'
import { DevServer } from '../../src/dev/dev-server.ts'
import { KeptResources } from '../../src/dev/kept-resources.ts'
import { Loop } from '../../src/dev/loop.ts'

/** The test sets the exports of the only module. The file is real, so that it has a modification time. */
async function open(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-loop-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'app.ts')
  let tell = (_file: string) => {}
  let exports: () => Record<string, unknown> = () => ({})
  const said: string[] = []
  let saves = 0
  const server = new DevServer()
  const store = {
    import: async () => exports(),
    has: (name: string) => !name.endsWith('.data'),
    drop: (name: string) => [name],
    dropAll() {},
    nameOf: (name: string) => name.slice(folder.length + 1),
    onChange(listen: (file: string) => void) {
      tell = listen
    },
    watch() {}
  }
  const kept = new KeptResources(folder)
  const loop = new Loop(store, server, {
    ...{ folder, file, environmentFiles: [] },
    makersAmong: (files) => kept.makersAmong(files),
    say: (text) => said.push(text)
  })
  await server.listen(0, '127.0.0.1')
  t.after(async () => {
    await loop.close()
    await server.close()
  })
  return {
    ...{ loop, said, kept, file, tell: (name: string) => tell(name) },
    answer: async () => (await fetch(server.origin)).text(),
    /** @param isTold whether the watcher reports the save */
    async save(next: typeof exports, isTold = true) {
      exports = next
      // Two saves may have the same modification time, so the size changes, too.
      await writeFile(file, 'x'.repeat(++saves))
      if (isTold) tell(file)
    }
  }
}

const appOf = (text: string) => () => ({ default: () => espalier().get('/', () => text) })

test('a save right after another one is found without a report of the watcher', async (t) => {
  const { loop, answer, save } = await open(t)
  await save(appOf('first'), false)
  await loop.start()
  await save(appOf('second'))
  await until(async () => (await answer()) === 'second', 'the second', { every: 5 })
  await save(() => {
    void save(appOf('fourth'), false)
    return appOf('third')()
  })
  await until(async () => (await answer()) === 'fourth', 'the fourth', { every: 5 })
})

test('an app that is not ready is abandoned at the next save, and an error keeps the last app', async (t) => {
  const { loop, answer, save, said } = await open(t)
  await save(appOf('first'), false)
  await loop.start()
  await save(() => ({ default: () => new Promise(() => {}) }))
  await until(() => said.length === 1, 'nothing')
  await save(() => {
    throw new Error('broken')
  })
  await until(() => said.length >= 2, 'the fault', { every: 5 })
  assert.match(said[1] ?? '', /^broken[\s\S]*goes on answering/)
  assert.equal(await answer(), 'first')
  await save(appOf('mended'))
  await until(async () => (await answer()) === 'mended', 'the mended app', { every: 5 })
  assert.match(
    said.findLast((text) => text.startsWith('app.ts')) ?? '',
    /^app\.ts: answered anew in \d+ ms \(modules \d+, app \d+\)$/
  )
})

test('only the routes that a save changed are printed', async (t) => {
  const { loop, save, said } = await open(t)
  const withRoutes =
    (...urls: string[]) =>
    () => {
      const app = espalier()
      for (const url of urls) app.get(url, () => url)
      return { default: app }
    }
  await save(withRoutes('/', '/old'), false)
  await loop.start()
  const told = () => said.filter((text) => text.startsWith('routes that'))
  await save(withRoutes('/', '/new'))
  await until(() => told().length === 1, 'the difference', { every: 5 })
  assert.match(told()[0] ?? '', /^routes that are new\n +GET +\/new [\s\S]*routes that are gone\n +GET +\/old/)
  assert.doesNotMatch(told()[0] ?? '', /GET +\/ /)
  await save(withRoutes('/', '/new', '/newer'))
  await until(() => told().length === 2, 'the next difference', { every: 5 })
  assert.doesNotMatch(told()[1] ?? '', /\/new /)
})

test('a resource whose code was saved is disposed before it is created again, and requests wait', async (t) => {
  const { loop, answer, save, said, kept } = await open(t)
  const notes: string[] = []
  const holder = globalThis as Record<symbol, unknown>
  const key = Symbol.for('espalier.kept')
  holder[key] = kept
  t.after(() => {
    delete holder[key]
  })
  const appWith = (version: string) => () => {
    const app = espalier()
    app.register(async (context) => {
      const make = () => void notes.push(`made ${version}`)
      await keep(context, 'pool', make, () => void notes.push('disposed'))
    })
    app.get('/', () => version)
    return { default: app }
  }
  await save(appWith('first'), false)
  await loop.start()
  await save(appWith('second'))
  await until(async () => (await answer()) === 'second', 'the second', { every: 5 })
  assert.deepEqual(notes, ['made first'])
  // The check after the second save would find the third save, too.
  await new Promise((go) => setTimeout(go, 100))
  t.mock.method(kept, 'makersAmong', (files: Iterable<string>) => [...files])
  await save(appWith('third'))
  await until(
    () => said.some((text) => text.startsWith('app.ts: a resource that is kept is made here')),
    'the reason',
    { every: 1 }
  )
  assert.equal(await answer(), 'third')
  assert.deepEqual(notes, ['made first', 'disposed', 'made third'])
})

test('an app that fails to start is closed', async (t) => {
  const { loop, answer, save } = await open(t)
  const notes: string[] = []
  await save(() => {
    const app = espalier()
    app.register(async (context) => {
      context.addHook('onClose', async () => void notes.push('closed'))
    })
    app.register(async () => {
      throw new Error('broken')
    })
    return { default: app }
  }, false)
  await loop.start()
  assert.deepEqual(notes, ['closed'])
  await save(appOf('mended'))
  await until(async () => (await answer()) === 'mended', 'the mended app', { every: 5 })
})

test('files that an application writes during its start do not restart it', async (t) => {
  const { loop, answer, save, said, file, tell } = await open(t)
  let made = 0
  await save(() => {
    made++
    const app = espalier()
    app.register(async () => {
      tell(`${file}.data`)
      await new Promise((go) => setTimeout(go, 30))
      tell(`${file}.data`)
    })
    return { default: app.get('/', () => `app ${made}`) }
  }, false)
  await loop.start()
  tell(`${file}.data`)
  await new Promise((go) => setTimeout(go, 50))
  assert.equal(await answer(), 'app 1')
  assert.deepEqual(said.length, 1)
})

test('a plugin that never becomes ready at the first start is named, also in responses', async (t) => {
  const { loop, answer, save, said } = await open(t)
  await save(() => {
    const app = espalier({ pluginTimeout: 50 })
    app.register(async function pool() {
      await new Promise(() => {})
    })
    return { default: app }
  }, false)
  await loop.start()
  assert.match(said[0] ?? '', /'pool'[\s\S]*Nothing answers yet\.$/)
  const { statusCode, message } = JSON.parse(await answer())
  assert.equal(statusCode, 500)
  assert.match(message, /'pool'/)
  await save(appOf('mended'))
  await until(async () => (await answer()) === 'mended', 'the mended app', { every: 5 })
})

test('a slow plugin is named while it loads, and one that was abandoned is not', async (t) => {
  const { loop, answer, save, said } = await open(t)
  const appWith = (name: string, wait: Promise<unknown>) => () => {
    const setup = Object.defineProperty(async () => void (await wait), 'name', { value: name })
    return {
      default: espalier()
        .register(setup)
        .get('/', () => name)
    }
  }
  let go = (_value: unknown) => {}
  const slow = new Promise((resolve) => {
    go = resolve
  })
  await save(appWith('left', new Promise(() => {})), false)
  void loop.start()
  await save(appWith('migrations', slow))
  await until(() => said.length > 0, 'the wait', { every: 20 })
  assert.deepEqual(said, ["app.ts: it waits for the plugin 'migrations' …"])
  go('done')
  await until(async () => (await answer()) === 'migrations', 'the app', { every: 5 })
})
