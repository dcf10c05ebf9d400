// What a call of a client costs its process, beside the same call by hand with `fetch`: over a socket, to a server in another process, and in process, to
// the handler of an app. CPU time of this process; contenders take turns, and a ratio is made between slices of one turn.
//
//   node bench/client.mjs [--turns 60] [--calls 200]     # build first: dist is measured
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { createORPCClient } from '@orpc/client'
import { oc } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { hc } from 'hono/client'
import * as z from 'zod'
import { toFetchHandler } from '../dist/src/adapter/fetch/index.js'
import { createClient } from '../dist/src/client/index.js'
import { endpoint, espalier, Type } from '../dist/src/index.js'

const book = { id: 7, title: 'Persuasion', pages: 249, tags: ['novel', 'Bath'] }
function serve() {
  const payload = JSON.stringify(book)
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      response.end(payload)
    })
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
}

const Book = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  pages: Type.Integer(),
  tags: Type.Array(Type.String())
})
const change = endpoint('PUT /books/:id', {
  params: { id: Type.Integer() },
  query: { dry: Type.Boolean() },
  body: { title: Type.String() },
  response: { 200: Book, 404: { message: Type.String() } }
})

/** A call by each contender, which resolves with the title that the server answers. */
function contendersOf(baseUrl, fetch) {
  const api = createClient({ change }, { baseUrl, fetch })
  const client = hc(baseUrl, { fetch })
  const orpc = createORPCClient(
    new OpenAPILink(orpcContract(), { url: baseUrl, fetch: (request, init) => fetch(request, init) })
  )
  const input = { params: { id: 7 }, query: { dry: true }, body: { title: 'Persuasion' } }
  return {
    async 'by hand'() {
      const response = await fetch(`${baseUrl}/books/7?dry=true`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input.body)
      })
      if (response.status !== 200) throw new Error(String(response.status))
      return (await response.json()).title
    },
    async espalier() {
      const answer = await api.change(input)
      if (answer.status !== 200) throw new Error(String(answer.status))
      return answer.body.title
    },
    async hc() {
      const response = await client.books[':id'].$put({ param: { id: '7' }, query: { dry: 'true' }, json: input.body })
      if (response.status !== 200) throw new Error(String(response.status))
      return (await response.json()).title
    },
    oRPC: async () => (await orpc.change(input)).title
  }
}

const orpcContract = () => ({
  change: oc
    .route({ method: 'PUT', path: '/books/{id}', inputStructure: 'detailed' })
    .input(
      z.object({
        params: z.object({ id: z.int() }),
        query: z.object({ dry: z.boolean() }),
        body: z.object({ title: z.string() })
      })
    )
    .output(z.object({ id: z.int(), title: z.string(), pages: z.int(), tags: z.array(z.string()) }))
})

async function compare() {
  const { values } = parseArgs({
    options: { turns: { type: 'string', default: '60' }, calls: { type: 'string', default: '200' } }
  })
  const [turns, calls] = [Number(values.turns), Number(values.calls)]
  const child = fork(import.meta.filename, ['serve'])
  const [port] = await once(child, 'message')
  const app = espalier().route(change, () => book)
  const handler = toFetchHandler(app)
  const ways = {
    'over a socket': contendersOf(`http://127.0.0.1:${port}`, globalThis.fetch),
    'in process': contendersOf('http://books.example', (input, init) => handler(new Request(input, init)))
  }
  const rows = []
  for (const [way, contenders] of Object.entries(ways)) rows.push({ way, ...(await measure(contenders, turns, calls)) })
  const injected = { 'by hand': ways['in process']['by hand'], 'app.inject(endpoint)': () => inject(app) }
  rows.push({ way: 'in process', ...(await measure(injected, turns, calls)) })
  console.table(rows)
  child.kill()
  await app.close()
}

async function inject(app) {
  const answer = await app.inject(change, { params: { id: 7 }, query: { dry: true }, body: { title: 'Persuasion' } })
  return answer.json().title
}

/** The median ratio of each contender to the first one, and what a call of that takes in microseconds. */
async function measure(contenders, turns, calls) {
  const names = Object.keys(contenders)
  const costs = Object.fromEntries(names.map((name) => [name, []]))
  const warmUp = 5
  for (let turn = 0; turn < turns + warmUp; turn++)
    for (let place = 0; place < names.length; place++) {
      const name = names[(place + turn) % names.length]
      const cost = await slice(contenders[name], calls)
      if (turn >= warmUp) costs[name].push(cost)
    }
  const [first, ...others] = names
  const ratios = others.map((name) => [
    name,
    median(costs[name].map((cost, turn) => cost / costs[first][turn])).toFixed(2)
  ])
  return { 'by hand, µs': (median([...costs[first]]) / calls).toFixed(1), ...Object.fromEntries(ratios) }
}

async function slice(call, calls) {
  const start = process.cpuUsage()
  for (let count = 0; count < calls; count++) if ((await call()) !== book.title) throw new Error('another answer')
  const { user, system } = process.cpuUsage(start)
  return user + system
}

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1]
}

if (process.argv[2] === 'serve') serve()
else await compare()
