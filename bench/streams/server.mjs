// The server of `bench/streams.mjs`, in a process of its own: what it holds and how much CPU it uses is all there is to measure in it.
// Arguments: whose server it is, and the path of its socket, or nothing for a port.
import { createServer } from 'node:http'
import process from 'node:process'
import { createHub, memoryLog, topic } from '@espalier/events'
import { espalier, events, Type } from '../../dist/src/index.js'

const [kind, path] = process.argv.slice(2)
const data = { text: 'x'.repeat(80) }
const large = { text: 'x'.repeat(1000) }
const stream = (options) => events({ tick: Type.Object({ text: Type.String() }) }, options)
const schema = (options) => ({ response: { 200: stream(options) } })

let waiting = 0
/** Events that were asked for on `/endless`. */
let asked = 0
let open = 0
let emit = () => {}
let next = Promise.resolve()

function renew() {
  waiting = 0
  next = new Promise((resolve) => {
    emit = kind === 'hub' ? () => hub.append(ofTicks, { event: 'tick', data }) : resolve
  })
}

/** Counts who reads, however that ends. */
async function* counted(generate) {
  open++
  try {
    yield* generate()
  } finally {
    open--
  }
}

async function* ticks() {
  for (;;) {
    waiting++
    await next
    yield { event: 'tick', data }
  }
}

async function* endless() {
  for (;;) {
    asked++
    yield { event: 'tick', data: large }
  }
}

async function listenWithEspalier() {
  const app = espalier({ logger: { level: 'silent' } })
  app.get('/', { schema: schema() }, () => counted(ticks))
  app.get('/endless', { schema: schema({ heartbeat: 3_600_000 }) }, () => counted(endless))
  app.get('/dropped', { schema: schema({ heartbeat: 1000 }) }, () => counted(endless))
  await app.listen(path === undefined ? { port: 0, host: '127.0.0.1' } : { path })
  return app.server
}

const hub = createHub(memoryLog())
const ofTicks = topic('ticks', stream())
const ofLarge = topic('large', stream())

/** The events of a hub behind a place, or those that come. */
async function* followed(topic, lastEventId, { signal }) {
  const entries = await hub.follow(topic, { lastEventId, signal })
  // It begins with its place.
  yield (await entries.next()).value
  for (;;) {
    waiting++
    const { value, done } = await entries.next()
    if (done) return
    asked++
    yield value
  }
}

/** Routes over a hub whose log is in memory, so that no engine is measured. */
async function listenWithHub() {
  const app = espalier({ logger: { level: 'silent' } })
  for (let count = 0; count < 1000; count++) await hub.append(ofLarge, { event: 'tick', data: large })
  const oldest = await hub.idAt(ofLarge, 'oldest')
  app.get('/', { schema: schema() }, (request) => counted(() => followed(ofTicks, undefined, request)))
  const patient = schema({ heartbeat: 3_600_000 })
  app.get('/endless', { schema: patient }, (request) => counted(() => followed(ofLarge, oldest, request)))
  await app.listen(path === undefined ? { port: 0, host: '127.0.0.1' } : { path })
  return app.server
}

/** The least that a server can do by hand: no schema, no pace, no heartbeat. */
async function listenByHand() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
    response.write(':\n\n')
    open++
    response.once('close', () => open--)
    const write = () => {
      waiting++
      next.then(() => response.write(`event: tick\ndata: ${JSON.stringify(data)}\n\n`, write))
    }
    write()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const until = async (holds) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1))
}

const commands = {
  async memory() {
    for (let round = 0; round < 3; round++) {
      global.gc()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const { rss, heapUsed, external } = process.memoryUsage()
    return { rss, heap: heapUsed + external }
  },
  counts: () => ({ open, asked, reads: hub.stats().reads }),
  /** Sends so many events to each of so many streams; in microseconds of CPU. */
  async emit({ streams, count }) {
    await until(() => waiting === streams)
    const before = process.cpuUsage()
    for (let sent = 0; sent < count; sent++) {
      const go = emit
      renew()
      go()
      await until(() => waiting === streams)
    }
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
}

renew()
const listeners = { espalier: listenWithEspalier, hub: listenWithHub }
const server = await (listeners[kind] ?? listenByHand)()
process.on('message', async ({ command, ...options }) => process.send({ result: await commands[command](options) }))
process.on('disconnect', () => process.exit())
process.send({ result: path ?? server.address().port })
