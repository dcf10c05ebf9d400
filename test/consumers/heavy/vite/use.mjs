// @fastify/vite: pages rendered on the server, by Vite's development server and from a built bundle, inside an app with routes of its own.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import fastifyVite from '@fastify/vite'
import { createBuilder } from 'vite'

const root = import.meta.dirname
const ada = { authorization: 'Bearer ada' }

/** A route's page, or its error, is made from the module that Vite gives. */
const rendering = {
  createRenderFunction:
    () =>
    ({ route, app, req }) => ({
      element: route.render({ shelf: app.shelf, params: req.params, reader: req.reader })
    }),
  createErrorHandler: (_args, app) => (error, request, reply) => app.errorHandler.call(app, error, request, reply)
}

const buildWith =
  (dev) =>
  async ({ app }) => {
    if (!dev) await (await createBuilder({ configFile: join(root, 'vite.config.mjs') })).buildApp()
    await app.register(fastifyVite, { root, dev, ...rendering })
    await app.vite.ready()
    app.get('/by-hand', (_request, reply) => reply.html({ element: '<p>by hand</p>' }))
  }

const pages = {
  'pages are rendered with the shelf and the reader of the app': async ({ ask }) => {
    const home = await ask('/', { headers: ada })
    assert.match(home.headers['content-type'], /html/)
    assert.equal(home.headers['x-served-to'], 'ada')
    assert.match(home.text, /<li>Orlando<\/li>/)
    assert.match((await ask('/pages/3', { headers: ada })).text, /<h1>Emma for ada<\/h1>/)
    await ask('/', { method: 'HEAD' })
    assert.match((await ask('/by-hand')).text, /by hand/)
  },
  'a page that fails, what is not there, and whom the app refuses': async ({ ask }) => {
    assert.equal((await ask('/pages/9')).status, 404)
    assert.equal((await ask('/nowhere')).status, 404)
    assert.equal((await ask('/', { headers: { authorization: 'Bearer stolen' } })).status, 401)
  },
  'the API beside the pages reads and answers JSON': async ({ ask }) => {
    assert.equal((await ask('/books', { headers: ada, body: { title: 'Flush' } })).status, 201)
    assert.match((await ask('/')).text, /<li>Flush<\/li>/)
  }
}

const assets = {
  'scripts and styles of the bundle are served': async ({ ask }) => {
    const { text } = await ask('/')
    const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
    assert.equal(files.length, 2)
    for (const path of files) {
      const { headers } = await ask(path)
      assert.equal((await ask(path, { headers: { 'if-none-match': headers.etag } })).status, 304)
      assert.equal((await ask(path, { headers: { range: 'bytes=0-3' } })).status, 206)
    }
    assert.equal((await ask('/index.html')).status, 404)
    assert.equal((await ask('/assets/nothing.js')).status, 404)
  }
}

const development = {
  'Vite serves modules as they are asked for': async ({ ask }) => {
    assert.match((await ask('/mount.js')).text, /querySelector/)
    assert.match((await ask('/style.css', { headers: { accept: 'text/css' } })).text, /teal/)
  },
  'its socket for changed modules opens on the server of the app': async ({ origin, compare }) => {
    const module = await fetch(`${origin}/@vite/client`)
    const [, token] = /wsToken = "([^"]+)"/.exec(await module.text())
    const { hostname, port, host } = new URL(origin)
    const socket = connect(Number(port), hostname)
    const key = Buffer.alloc(16, 7).toString('base64')
    socket.write(
      `GET /?token=${token} HTTP/1.1\r\nhost: ${host}\r\nupgrade: websocket\r\nconnection: upgrade\r\n` +
        `sec-websocket-key: ${key}\r\nsec-websocket-version: 13\r\nsec-websocket-protocol: vite-hmr\r\n\r\n`
    )
    const [head] = await once(socket.setEncoding('latin1'), 'data')
    assert.match(compare(head.split('\r\n')[0]), /101/)
    socket.destroy()
  }
}

/** Vite's times are different in each run. */
const settle = (text, key) => (['etag', 'last-modified'].includes(key) ? key : text.replaceAll(/[?&]t=\d+/g, ''))

export const uses = {
  'a built bundle': { build: buildWith(false), settle, cases: { ...pages, ...assets } },
  'the development server': { build: buildWith(true), settle, cases: { ...pages, ...development } }
}
