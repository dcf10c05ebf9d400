/** The app around each consumer: a shelf of books, readers by their tokens, hooks, and handlers for errors and for what is not found. */
import type { FastifyInstance, FastifyRequest, fastify } from 'fastify'

export interface Book {
  id: number
  title: string
  author: string
}

export class Shelf {
  readonly books: Book[] = [
    { id: 1, title: 'The Waves', author: 'Woolf' },
    { id: 2, title: 'Orlando', author: 'Woolf' },
    { id: 3, title: 'Emma', author: 'Austen' }
  ]

  find(id: number): Book | undefined {
    return this.books.find((book) => book.id === id)
  }

  /** @throws an error with the status 409 when the title is there already */
  add(title: string, author: string): Book {
    if (this.books.some((book) => book.title === title))
      throw Object.assign(new Error(`${title} is on the shelf`), { code: 'BOOK_KNOWN', statusCode: 409 })
    const book = { id: this.books.length + 1, title, author }
    this.books.push(book)
    return book
  }
}

export interface Library {
  readonly app: FastifyInstance
  readonly shelf: Shelf
  /** The routes that an `onRoute` hook received, in order. */
  readonly routes: string[]
  /** The responses that an `onResponse` hook received. */
  readonly answers: string[]
}

const readers: Record<string, string> = { 'Bearer ada': 'ada', 'Bearer bob': 'bob' }

/** The user of the request, set by a hook of the app. */
export const readerOf = (request: FastifyRequest): string => request.getDecorator<string>('reader')

function addHooks(app: FastifyInstance, routes: string[], answers: string[]): void {
  app.addHook('onRoute', ({ method, url }) => {
    routes.push(`${method} ${url}`)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { authorization = '' } = request.headers
    if (authorization !== '' && readers[authorization] === undefined)
      return reply.code(401).header('www-authenticate', 'Bearer').send({ problem: 'unknown token' })
    request.setDecorator('reader', readers[authorization] ?? 'visitor')
  })
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('x-served-to', readerOf(request))
    return payload
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    answers.push(`${method} ${routeOptions.url} ${statusCode}`)
  })
}

function addHandlers(app: FastifyInstance): void {
  app.setErrorHandler<Error & { statusCode?: number; code?: string }>((error, _request, reply) => {
    reply.code(error.statusCode ?? 500).send({ problem: error.code ?? error.name, message: error.message })
  })
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send({ problem: 'nothing here', url: request.url })
  })
}

/** Creates the app, on which a consumer is then registered. */
export function createLibrary(createApp: typeof fastify): Library {
  const app = createApp({ requestIdHeader: 'x-request-id' })
  const shelf = new Shelf()
  const routes: string[] = []
  const answers: string[] = []
  app.decorate('shelf', shelf)
  app.decorateRequest('reader', '')
  addHooks(app, routes, answers)
  addHandlers(app)
  const id = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
  app.get<{ Params: { id: number } }>('/books/:id', { schema: { params: id } }, async ({ params }, reply) => {
    return shelf.find(params.id) ?? reply.callNotFound()
  })
  app.post<{ Body: { title: string } }>('/books', async (request, reply) => {
    const book = shelf.add(request.body.title, readerOf(request))
    return reply.code(201).send(book)
  })
  return { app, shelf, routes, answers }
}
