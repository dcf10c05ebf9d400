/** tRPC: procedures with inputs, batches, errors by their codes, subscriptions as events of the server and over a socket. */

import assert from 'node:assert/strict'
import { EventEmitter, on, once } from 'node:events'
import { request } from 'node:http'
import websocket from '@fastify/websocket'
import { initTRPC, TRPCError, tracked } from '@trpc/server'
import { type CreateFastifyContextOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import { z } from 'zod'
import type { Anything } from '../anything.ts'
import { type Book, type Library, readerOf } from './library.ts'
import { onBoth } from './on-both.ts'
import { openSocket } from './socket.ts'

interface Context {
  reader: string
}

const t = initTRPC.context<Context>().create({ isDev: false })

const ofReaders = t.procedure.use(({ ctx, next }) => {
  if (ctx.reader === 'visitor') throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Who are you?' })
  return next()
})

function createRouter({ shelf }: Library) {
  const news = new EventEmitter()
  return t.router({
    me: t.procedure.query(({ ctx }) => ctx.reader),
    book: t.procedure.input(z.object({ id: z.number().int() })).query(({ input }) => {
      const book = shelf.find(input.id)
      if (book === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: `There is no book ${input.id}.` })
      return book
    }),
    addBook: ofReaders.input(z.object({ title: z.string().min(2) })).mutation(({ input, ctx }) => {
      const book = shelf.add(input.title, ctx.reader)
      news.emit('book', book)
      return book
    }),
    upload: t.procedure.input(z.instanceof(FormData)).mutation(async ({ input }) => {
      const file = input.get('file') as File
      return { name: file.name, text: await file.text(), note: input.get('note') }
    }),
    broken: t.procedure.query(() => {
      throw new Error('the catalogue is torn')
    }),
    // Two books, and the subscription is over.
    added: t.procedure.subscription(async function* ({ signal }) {
      let left = 2
      yield tracked('0', { title: 'so far' })
      for await (const [book] of on(news, 'book', { signal: signal as AbortSignal }) as AsyncIterable<[Book]>) {
        yield tracked(String(book.id), { title: book.title })
        if (--left === 0) return
      }
    })
  })
}

async function build(library: Library): Promise<void> {
  const { app } = library
  await app.register(websocket)
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    useWSS: true,
    trpcOptions: {
      router: createRouter(library),
      // Over a socket the request is the one of its handshake.
      createContext: ({ req, res }: CreateFastifyContextOptions): Context => {
        res.header?.('x-context', 'made')
        return { reader: 'headers' in req && 'log' in req ? readerOf(req) : 'socket' }
      }
    } as Anything
  })
}

const ada = { authorization: 'Bearer ada' }
const input = (value: unknown) => encodeURIComponent(JSON.stringify(value))

onBoth('tRPC', {
  build,
  cases: {
    'queries have their input and the user of the app': async ({ ask }) => {
      const me = await ask('/trpc/me', { headers: ada })
      assert.equal(me.headers['x-context'], 'made')
      assert.deepEqual(me.json(), { result: { data: 'ada' } })
      const book = await ask(`/trpc/book?input=${input({ id: 2 })}`)
      assert.equal(book.json().result.data.title, 'Orlando')
      assert.equal((await ask('/trpc/me', { method: 'HEAD' })).text, '')
    },
    'a batch has a response for each call': async ({ ask }) => {
      const { status, json } = await ask(`/trpc/me,book,broken?batch=1&input=${input({ 1: { id: 9 } })}`)
      assert.equal(status, 207)
      assert.deepEqual(json()[0], { result: { data: 'visitor' } })
      assert.equal(json()[1].error.data.httpStatus, 404)
      assert.equal(json()[2].error.data.httpStatus, 500)
    },
    'a batch may be streamed as JSON lines': async ({ ask }) => {
      const headers = { 'trpc-accept': 'application/jsonl' }
      const { status, text } = await ask(`/trpc/me,book?batch=1&input=${input({ 1: { id: 1 } })}`, { headers })
      assert.equal(status, 200)
      assert.match(text, /The Waves/)
    },
    'a mutation changes data, and an invalid one is refused with its status': async ({ ask, library }) => {
      const added = await ask('/trpc/addBook', { headers: ada, body: { title: 'Flush' } })
      assert.equal(added.json().result.data.id, 4)
      assert.equal(library.shelf.find(4)?.author, 'ada')
      assert.equal((await ask('/trpc/addBook', { body: { title: 'Persuasion' } })).status, 401)
      assert.equal((await ask('/trpc/addBook', { headers: ada, body: { title: '' } })).status, 400)
      assert.equal((await ask('/trpc/addBook', { headers: ada, body: { title: 'Emma' } })).status, 500)
      assert.equal((await ask('/trpc/addBook', { headers: { authorization: 'Bearer stolen' }, body: {} })).status, 401)
      assert.equal((await ask('/trpc/addBook', { headers: ada })).status, 405)
      assert.equal((await ask('/trpc/nothing')).status, 404)
      const json = { ...ada, 'content-type': 'application/json' }
      assert.equal((await ask('/trpc/addBook', { method: 'POST', headers: json, body: '{"title"' })).status, 400)
    },
    'a form with a file arrives unparsed': async ({ ask }) => {
      const form = new FormData()
      form.set('file', new File(['chapter one'], 'emma.txt', { type: 'text/plain' }))
      form.set('note', 'first')
      const encoded = new Response(form)
      const headers = { 'content-type': encoded.headers.get('content-type') as string }
      const body = Buffer.from(await encoded.arrayBuffer())
      const { json } = await ask('/trpc/upload', { method: 'POST', headers, body })
      assert.deepEqual(json().result.data, { name: 'emma.txt', text: 'chapter one', note: 'first' })
    },
    'other routes still parse JSON': async ({ ask }) => {
      assert.equal((await ask('/books', { headers: ada, body: { title: 'Freshwater' } })).json().author, 'ada')
      assert.equal((await ask('/books', { headers: ada, body: { title: 'Emma' } })).status, 409)
    },
    'a subscription is an event stream': async ({ ask, compare, origin }) => {
      const outgoing = request(`${origin}/trpc/added`, { agent: false, headers: { accept: 'text/event-stream' } }).end()
      const [incoming] = await once(outgoing, 'response')
      const { date, ...headers } = incoming.headers
      assert.equal(compare(headers)['content-type'], 'text/event-stream')
      let text = ''
      let added = 0
      for await (const chunk of incoming.setEncoding('utf8')) {
        text += chunk
        for (; added < 2 && text.includes(added === 0 ? 'so far' : 'Night and Day'); added++)
          await ask('/trpc/addBook', { headers: ada, body: { title: ['Night and Day', 'The Years'][added] } })
      }
      assert.match(compare(text), /so far.*Night and Day.*The Years.*event: return/s)
    },
    'a WebSocket carries queries, errors and a subscription': async ({ ask, compare, origin }) => {
      const socket = await openSocket(`${origin}/trpc`)
      socket.send({ id: 1, method: 'query', params: { path: 'me' } })
      assert.equal(compare(await socket.next()).result.data, 'socket')
      socket.send({ id: 2, method: 'query', params: { path: 'book', input: { id: 'two' } } })
      assert.equal(compare(await socket.next()).error.data.code, 'BAD_REQUEST')
      socket.send({ id: 3, method: 'subscription', params: { path: 'added' } })
      compare(await socket.next())
      compare(await socket.next())
      await ask('/trpc/addBook', { headers: ada, body: { title: 'Jacob’s Room' } })
      assert.equal(compare(await socket.next()).result.data.data.title, 'Jacob’s Room')
      socket.send({ id: 3, method: 'subscription.stop' })
      compare(await socket.next())
      await socket.close()
    }
  }
})
