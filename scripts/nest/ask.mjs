// Asks the application of app.ts what its clients would, over sockets and without, and prints what came as JSON.
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createShop } from './app.js'

const json = { 'content-type': 'application/json' }
const order = (body) => ({ method: 'POST', headers: json, body: JSON.stringify(body) })
const questions = {
  'a controller, a pipe and an interceptor': ['/orders/7?full=yes'],
  'a pipe that refuses': ['/orders/seven'],
  'a body that is validated': ['/orders', order({ title: 'The Waves', quantity: 1 })],
  'a body that is refused': ['/orders', order({ quantity: 0 })],
  'a body that is no JSON': ['/orders', { method: 'POST', headers: json, body: '{' }],
  'no content': ['/orders/7', { method: 'DELETE' }],
  'HEAD of a GET route': ['/orders/7', { method: 'HEAD' }],
  'a guard that refuses': ['/orders/7/mine'],
  'a guard that lets pass': ['/orders/7/mine', { headers: { card: 'Ada' } }],
  'an HttpException': ['/orders/7/gone'],
  'an error': ['/orders/7/broken'],
  'an exception filter': ['/orders/7/out'],
  'a StreamableFile': ['/orders/7/file'],
  'a redirection': ['/orders/7/moved', { redirect: 'manual' }],
  '@Res()': ['/orders/7/raw'],
  'a middleware that goes on': ['/orders/7/seen'],
  'a middleware that answers': ['/orders/7', { headers: { stop: 'yes' } }],
  'a middleware that fails': ['/orders/7', { headers: { fail: 'yes' } }],
  'a version in a header': ['/catalogue', { headers: { 'x-version': '2' } }],
  'no such version': ['/catalogue', { headers: { 'x-version': '3' } }],
  'no such route': ['/nowhere'],
  CORS: [
    '/orders/7',
    { method: 'OPTIONS', headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' } }
  ]
}

const leftOut = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

async function ask(address, [path, options]) {
  const answer = await fetch(address + path, options)
  const headers = [...answer.headers].filter(([name]) => !leftOut.has(name))
  return { status: answer.status, headers: Object.fromEntries(headers), body: await answer.text() }
}

function talk(address) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/talk`)
  return new Promise((done, fail) => {
    socket.on('error', fail)
    socket.on('open', () => socket.send(JSON.stringify({ event: 'say', data: 'hello' })))
    socket.on('message', (data) => done(String(data)) ?? socket.close())
  })
}

let slow
const answers = {}
// Nest ends the process behind this.
const app = await createShop(async (signal) => {
  answers['a signal while a request is answered'] = { signal, answer: (await slow).body }
  writeFileSync(process.argv[2], JSON.stringify(answers))
})
await app.init()
await app.getHttpAdapter().getInstance().ready()
const { statusCode, body } = await app.inject('/orders/7')
answers['app.inject()'] = { statusCode, body }
await app.listen(0, '127.0.0.1')
const address = await app.getUrl()
for (const [name, question] of Object.entries(questions)) answers[name] = await ask(address, question)
answers['a gateway of sockets'] = await talk(address)

slow = ask(address, ['/orders/7/slow'])
await sleep(100)
process.kill(process.pid, 'SIGTERM')
