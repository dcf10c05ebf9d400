import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { until } from '../../until.ts'
import { Project } from './project.ts'

const html = { accept: 'text/html' }

function withPage(project: Project): void {
  mkdirSync(join(project.folder, 'web'))
  project.save('web/index.html', '<!doctype html><h1>The page</h1><script type="module" src="/main.ts"></script>')
  project.save('web/main.ts', "export const text: string = 'one'\n")
  project.save('web/hello.txt', 'hello')
}

test('a request that matches no route is served from the page: document, modules and files', async (t) => {
  const project = new Project(t)
  withPage(project)
  mkdirSync(join(project.folder, 'web/img'))
  const origin = await project.start('--page', 'web')
  const read = async (path: string, headers = {}) => {
    const answer = await fetch(`${origin}${path}`, { headers })
    return { status: answer.status, text: await answer.text() }
  }
  for (const path of ['/', '/some/place?x=1']) {
    const { text } = await read(path, html)
    assert.match(text, /<h1>The page<\/h1>/)
    assert.match(text, /\/@vite\/client/)
  }
  assert.match((await read('/main.ts')).text, /export const text = (?:'|")one/)
  assert.equal((await read('/hello.txt')).text, 'hello')
  assert.equal(JSON.parse((await read('/version', html)).text).version, 'VERSION')
  assert.equal((await read('/nothing')).status, 404)
  for (const path of ['/nothing', '/img', '/'])
    assert.match((await read(path)).text, new RegExp(`Route GET:${path} not found`))
  assert.equal((await fetch(`${origin}/version`, { method: 'POST' })).status, 404)
  assert.equal(await project.end(), 0)
})

test('the browser receives an update of the page over a WebSocket, and sockets of the app stay open', async (t) => {
  const project = new Project(t)
  withPage(project)
  const origin = await project.start('--page', 'web')
  await fetch(`${origin}/main.ts`)
  const client = await (await fetch(`${origin}/@vite/client`)).text()
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? ''
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  const messages: string[] = []
  socket.on('message', (text) => messages.push(String(text)))
  await once(socket, 'open')
  project.save('web/main.ts', "export const text: string = 'two'\n")
  await until(() => messages.some((text) => /full-reload|"update"/.test(text)), `word of the save in ${messages}`, {
    every: 20
  })
  const ours = new WebSocket(`${origin.replace('http', 'ws')}/socket`)
  assert.equal(String((await once(ours, 'message'))[0]), 'hello')
  assert.equal(socket.readyState, WebSocket.OPEN)
  socket.terminate()
  ours.terminate()
})

test('a page module that does not compile responds with 500 and its lines', async (t) => {
  const project = new Project(t)
  withPage(project)
  const origin = await project.start('--page', 'web')
  project.save('web/main.ts', 'export const text = = 1\n')
  const answer = await fetch(`${origin}/main.ts`)
  const text = await answer.text()
  assert.equal(answer.status, 500, text)
  assert.match(text, /main\.ts[\s\S]*export const text = = 1/)
  project.save('web/main.ts', 'export const text = 1\n')
  await until(async () => (await fetch(`${origin}/main.ts`)).ok, 'the mended module', { every: 20 })
  assert.equal(await project.end(), 0)
})

test('an invalid page configuration is reported, and the app still responds', async (t) => {
  const project = new Project(t)
  withPage(project)
  project.save('web/vite.config.ts', "throw new Error('no such plugin')\n")
  const origin = await project.start('--page', 'web')
  await until(() => /The page of web is not served: .*no such plugin/.test(project.said), 'the sentence', { every: 20 })
  assert.equal((await fetch(`${origin}/version`)).status, 200)
  assert.equal((await fetch(origin, { headers: html })).status, 404)
  assert.equal(await project.end(), 0)
})
