// What one runtime answers to the exchanges that every adapter is asked: `ask.mjs PATH WAY` writes them to PATH as JSON.
// By way of `call` an app answers as a function, by `serve` behind the server of the runtime, by `listen` behind its `node:http`; servers are sent raw
// bytes as well.
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { toFetchHandler } from '../../dist/src/adapter/fetch/index.js'
import create from './app.mjs'
import { askAll } from './exchange.mjs'
import { writeRaw } from './raw.mjs'

const [path, way] = process.argv.slice(2)
const { Bun, Deno } = globalThis
const host = '127.0.0.1'
const app = create()

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

const { origin, send, close } = await open()
writeFileSync(path, JSON.stringify(await askAll(origin, send)))
if (way !== 'call') await writeRaw(path, origin)
await close()
process.exit(0)
