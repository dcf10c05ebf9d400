import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import view, { type FastifyViewOptions } from '@fastify/view'
import { Eta } from 'eta'
import type { FastifyInstance } from 'fastify'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { errorOf } from './wire.ts'

let templates: string

before(async () => {
  templates = await mkdtemp(join(tmpdir(), 'view-'))
  await writeFile(join(templates, 'hello.eta'), '<p>Hello <%= it.name %>, <%= it.mood %></p>')
  await writeFile(join(templates, 'page.eta'), '<main><%~ it.body %></main>')
  await writeFile(join(templates, 'broken.eta'), '<%= it.missing.name %>')
})
after(() => rm(templates, { recursive: true }))

function withViews(options: Partial<FastifyViewOptions> = {}): FastifyInstance {
  const app = createApp()
  app.register(view, { engine: { eta: new Eta() }, templates, defaultContext: { mood: 'calm' }, ...options })
  return app
}

test('an unknown engine stops the boot', async () => {
  const app = withViews({ engine: { smoke: {} } as FastifyViewOptions['engine'] })
  await assert.rejects(async () => app.ready(), { message: "'smoke' not yet supported, PR? :)" })
})

test('a missing layout stops the boot', async () => {
  const app = withViews({ layout: 'absent.eta' })
  await assert.rejects(async () => app.ready(), { message: 'unable to access template "absent.eta"' })
})

test('a missing template and one that throws are a 500', async (t) => {
  const app = withViews()
  app.get('/absent', (_request, reply) => reply.view('absent.eta'))
  app.get('/broken', (_request, reply) => reply.view('broken.eta'))
  app.get('/later', async (_request, reply) => reply.viewAsync('broken.eta'))
  const origin = await serving(t, app)
  for (const path of ['/absent', '/broken', '/later']) {
    const answer = await fetch(origin + path)
    assert.equal(answer.status, 500)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal((await errorOf(answer)).error, 'Internal Server Error')
  }
})

test('a template is rendered as HTML with escaped data and the default context', async (t) => {
  const app = withViews()
  app.get('/', (_request, reply) => reply.view('hello.eta', { name: '<Ada>' }))
  const answer = await fetch(await serving(t, app))
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal(await answer.text(), '<p>Hello &lt;Ada&gt;, calm</p>')
})

test('an async handler can return the reply or the rendered text', async (t) => {
  const app = withViews()
  app.get('/reply', async (_request, reply) => reply.view('hello.eta', { name: 'Ada' }))
  app.get('/text', async (_request, reply) => reply.viewAsync('hello.eta', { name: 'Ada' }))
  const origin = await serving(t, app)
  for (const path of ['/reply', '/text']) {
    const answer = await fetch(origin + path)
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(await answer.text(), '<p>Hello Ada, calm</p>')
  }
})

test('the status and the content type of the handler are kept', async (t) => {
  const app = withViews()
  app.get('/', (_request, reply) => reply.code(201).type('application/xhtml+xml').view('hello.eta', { name: 'Ada' }))
  const answer = await fetch(await serving(t, app))
  assert.equal(answer.status, 201)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/xhtml\+xml/)
})

test('a layout applies to every page, or to one call', async (t) => {
  const everywhere = withViews({ layout: 'page.eta' })
  everywhere.get('/', (_request, reply) => reply.view('hello.eta', { name: 'Ada' }))
  const once = withViews()
  once.get('/', (_request, reply) => reply.view('hello.eta', { name: 'Ada' }, { layout: 'page.eta' }))
  for (const app of [everywhere, once]) {
    const answer = await fetch(await serving(t, app))
    assert.equal(await answer.text(), '<main><p>Hello Ada, calm</p></main>')
  }
})

test('reply.locals of a hook apply to one request', async (t) => {
  const app = withViews()
  app.addHook('preHandler', async (request, reply) => {
    const { name } = request.query as { name?: string }
    if (name) Object.assign(reply, { locals: { name } })
  })
  app.get('/', (_request, reply) => reply.view('hello.eta'))
  const origin = await serving(t, app)
  assert.equal(await (await fetch(`${origin}?name=Ada`)).text(), '<p>Hello Ada, calm</p>')
  assert.equal(await (await fetch(origin)).text(), '<p>Hello undefined, calm</p>')
})

test('a not-found handler and an error handler can render pages', async (t) => {
  const app = withViews()
  app.setNotFoundHandler((_request, reply) => reply.code(404).view('hello.eta', { name: 'nobody' }))
  app.setErrorHandler((error: Error, _request, reply) => reply.code(500).view('hello.eta', { name: error.message }))
  app.get('/boom', async () => {
    throw new Error('boom')
  })
  const origin = await serving(t, app)
  const absent = await fetch(`${origin}/nowhere`)
  assert.equal(absent.status, 404)
  assert.equal(await absent.text(), '<p>Hello nobody, calm</p>')
  const failed = await fetch(`${origin}/boom`)
  assert.equal(failed.status, 500)
  assert.equal(await failed.text(), '<p>Hello boom, calm</p>')
})

test('app.view renders outside of a request', async (t) => {
  const app = withViews()
  t.after(() => app.close())
  await app.ready()
  assert.equal(await app.view('hello.eta', { name: 'Ada' }), '<p>Hello Ada, calm</p>')
})

test('two engines have different names, and views of a child are not available to its sibling', async (t) => {
  const app = createApp()
  const options = { engine: { eta: new Eta() }, templates }
  app.register(async (child) => {
    child.register(view, { ...options, defaultContext: { mood: 'calm' } })
    child.register(view, { ...options, propertyName: 'shout', defaultContext: { mood: 'LOUD' } })
    child.get('/calm', (_request, reply) => reply.view('hello.eta', { name: 'Ada' }))
    child.get('/loud', async (_request, reply) => {
      const shout = reply.getDecorator<(page: string, data: object) => typeof reply>('shout')
      return shout('hello.eta', { name: 'Ada' })
    })
  })
  app.get('/outside', async (_request, reply) => ({ view: 'view' in reply }))
  const origin = await serving(t, app)
  assert.equal(await (await fetch(`${origin}/calm`)).text(), '<p>Hello Ada, calm</p>')
  assert.equal(await (await fetch(`${origin}/loud`)).text(), '<p>Hello Ada, LOUD</p>')
  assert.deepEqual(await (await fetch(`${origin}/outside`)).json(), { view: false })
})
