import assert from 'node:assert/strict'
import { once } from 'node:events'
import { unlinkSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { WebSocket } from 'ws'
import type { Anything } from '../../anything.ts'
import { until } from '../../until.ts'
import { Project } from './project.ts'

/** All requests use one connection. A closed connection fails the test. */
function connectionTo(t: TestContext, origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const sockets = new Set<number | undefined>()
  const ask = async (path: string): Promise<Anything> => {
    const request = get(`${origin}${path}`, { agent })
    const [answer] = await once(request, 'response')
    sockets.add(answer.socket.localPort)
    let text = ''
    for await (const chunk of answer.setEncoding('utf8')) text += chunk
    return JSON.parse(text)
  }
  return { ask, sockets }
}

async function open(t: TestContext) {
  const project = new Project(t)
  const origin = await project.start()
  const { ask, sockets } = connectionTo(t, origin)
  const answers = (version: string) =>
    until(async () => (await ask('/version')).version === version, `version ${version}; it said\n${project.said}`, {
      every: 5
    })
  return { project, origin, ask, sockets, answers }
}

test('a saved change is served on the existing connection, and unchanged modules are kept', async (t) => {
  const { project, ask, sockets, answers } = await open(t)
  for (let edit = 0; edit < 10; edit++) {
    project.saveBooks(`v${edit}`)
    await answers(`v${edit}`)
  }
  assert.equal((await ask('/version')).opened, 1)
  assert.equal(sockets.size, 1)
  assert.equal(await project.end(), 0)
})

const broken: Record<string, { change: (text: string) => string; says: RegExp }> = {
  'that does not compile': { change: (text) => `${text}\nconst x = {`, says: /Expected `}`|found end of file/ },
  'that throws at import': {
    change: (text) => `${text}\nthrow new TypeError('at import')`,
    says: /TypeError: at import[\s\S]*> +\d+ \| throw new TypeError/
  },
  'that fails to start': { change: (text) => text.replace("'/go'", "'go'"), says: /a path begins with a slash/ },
  'whose setup throws': {
    change: (text) => text.replace('setup: (app) => {', "setup: (app) => { throw new Error('no database')"),
    says: /no database[\s\S]*> +\d+ \| +setup/
  },
  'that exports another name': {
    change: (text) => text.replace('export const books', 'export const others'),
    says: /not undefined/
  }
}

for (const [kind, { change, says }] of Object.entries(broken)) {
  test(`a save ${kind} is reported, and the last app responds until the next working save`, async (t) => {
    const { project, ask, answers, sockets } = await open(t)
    project.saveBooks('good')
    await answers('good')
    project.saveBooks('bad', change)
    await until(() => says.test(project.said), `${says} in\n${project.said}`, { every: 20 })
    assert.equal((await ask('/version')).version, 'good')
    project.saveBooks('better')
    await answers('better')
    assert.equal(sockets.size, 1)
    assert.equal(await project.end(), 0)
  })
}

test('an uncaught error is reported with its line, and the process continues', async (t) => {
  const { project, ask, answers } = await open(t)
  project.saveBooks('late', (text) =>
    text.replace(
      'setup: (app) => {',
      "setup: (app) => { setTimeout(() => Promise.reject(new Error('nobody waits')), 20)"
    )
  )
  await answers('late')
  const says = /Nothing catches this error[\s\S]*nobody waits[\s\S]*> +\d+ \| +setup/
  await until(() => says.test(project.said), `${says} in\n${project.said}`, { every: 20 })
  project.saveBooks('mended')
  await answers('mended')
  assert.equal((await ask('/version')).opened, 1)
  assert.equal(await project.end(), 0)
})

test('a save whose setup never ends is replaced by the next one', async (t) => {
  const { project, ask, answers } = await open(t)
  project.saveBooks('stuck', (text) =>
    text.replace('setup: (app) => {', 'setup: async (app) => { await new Promise(() => {})')
  )
  for (let asked = 0; asked < 20; asked++) assert.equal((await ask('/version')).version, 'VERSION')
  await new Promise((resolve) => setTimeout(resolve, 300))
  project.saveBooks('next')
  await answers('next')
  assert.doesNotMatch(project.said, /in time/)
})

test('a deleted file is one broken save, and works again when it is restored', async (t) => {
  const { project, ask, answers } = await open(t)
  unlinkSync(join(project.folder, 'books.ts'))
  await until(() => /goes on answering/.test(project.said), 'the fault', { every: 20 })
  assert.equal((await ask('/version')).version, 'VERSION')
  project.saveBooks('back')
  await answers('back')
})

test('a request in progress ends in the old app, which closes afterwards', async (t) => {
  const { project, origin, ask, answers } = await open(t)
  const slow = fetch(`${origin}/slow`).then((answer) => answer.json())
  await ask('/version')
  project.saveBooks('new')
  await answers('new')
  await ask('/go')
  assert.deepEqual(await slow, { version: 'VERSION', isClosed: false })
})

test('a client of an event stream resumes at the next app without a missing event', async (t) => {
  const { project, origin, answers } = await open(t)
  const seen: number[] = []
  const over = new AbortController()
  const reading = (async () => {
    while (!over.signal.aborted) {
      const headers = seen.length === 0 ? {} : { 'last-event-id': `${seen.at(-1)}` }
      const answer = await fetch(`${origin}/ticks`, { headers, signal: over.signal })
      let rest = ''
      try {
        for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          const lines = (rest + chunk).split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) if (line.startsWith('data:')) seen.push(Number(line.slice(5)))
        }
      } catch {}
    }
  })().catch(() => {})
  for (let edit = 0; edit < 5; edit++) {
    const before = seen.length
    await until(() => seen.length > before + 20, 'events', { every: 5 })
    project.saveBooks(`v${edit}`)
    await answers(`v${edit}`)
  }
  over.abort()
  await reading
  assert.deepEqual(
    seen,
    [...seen.keys()].map((index) => index + (seen[0] ?? 0))
  )
})

test('a WebSocket is closed with 1012 at a save', async (t) => {
  const { project, origin, answers } = await open(t)
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`)
  await once(socket, 'message')
  const closed = once(socket, 'close')
  project.saveBooks('next')
  await answers('next')
  assert.equal((await closed)[0], 1012)
})

test('a changed variable in .env replaces its value from the start', async (t) => {
  const project = new Project(t)
  project.save('.env', 'SETTING=one\n')
  const origin = await project.start()
  const { ask } = connectionTo(t, origin)
  assert.equal((await ask('/version')).setting, 'one')
  project.save('.env', 'SETTING=two\n')
  await until(async () => (await ask('/version')).setting === 'two', 'SETTING=two', { every: 5 })
})

test('variables of .env are read at a save and do not override those of the process', async (t) => {
  const { project, ask } = await open(t)
  const hasSetting = (value: string | undefined) =>
    until(async () => (await ask('/version')).setting === value, `SETTING=${value}`, { every: 5 })
  project.save('.env', 'SETTING=one\nHOME=/nowhere\n')
  await hasSetting('one')
  project.save('.env.local', 'SETTING=two\n')
  await hasSetting('two')
  unlinkSync(join(project.folder, '.env.local'))
  await hasSetting('one')
  project.save('.env', '')
  await hasSetting(undefined)
})
