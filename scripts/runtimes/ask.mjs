// What one runtime answers to the exchanges that every adapter is asked: `ask.mjs PATH WAY` writes them to PATH as JSON.
// By way of `call` an app answers as a function, by `serve` behind the server of the runtime, by `listen` behind its `node:http`.
import { Buffer } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { asks, declare } from '../../.build/test/http/transport/routes.js'
import { toFetchHandler } from '../../dist/src/adapter/fetch/index.js'
import { espalier } from '../../dist/src/index.js'

const [path, way] = process.argv.slice(2)
const { Bun, Deno } = globalThis
const host = '127.0.0.1'
const app = espalier({ exposeErrors: false })
declare(app)

/** How a request is sent, and what ends that. */
async function open() {
  if (way === 'listen') return { origin: await app.listen({ port: 0, host }), send: fetch, close: () => app.close() }
  const handle = toFetchHandler(app)
  if (way === 'call') return { origin: `http://${host}:80`, send: handle, close: () => app.close() }
  if (Bun !== undefined) {
    const server = Bun.serve({ port: 0, hostname: host, fetch: handle })
    return { origin: `http://${host}:${server.port}`, send: fetch, close: () => server.stop(true) }
  }
  const server = Deno.serve({ port: 0, hostname: host, onListen() {} }, handle)
  return { origin: `http://${host}:${server.addr.port}`, send: fetch, close: () => server.shutdown() }
}

/** A body whose length the client does not know either. */
const streamOf = (text) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(text))
      controller.close()
    }
  })

function toRequest(origin, { method, path: target, headers, body, isChunked }) {
  const length = body !== undefined && !isChunked && { 'content-length': String(Buffer.byteLength(body)) }
  const init = { method, headers: { accept: 'text/html', ...headers, ...length }, redirect: 'manual' }
  if (body === undefined) return new Request(origin + target, init)
  return new Request(origin + target, { ...init, body: isChunked ? streamOf(body) : body, duplex: 'half' })
}

async function read(response) {
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

const { origin, send, close } = await open()
const answers = []
for (const ask of asks) {
  answers.push(
    await send(toRequest(origin, ask))
      .then(read)
      .catch(() => ({ failure: 'the answer is not whole' }))
  )
}
writeFileSync(path, JSON.stringify(answers))
await close()
process.exit(0)
