/** GraphQL by mercurius: queries with loaders, mutations, subscriptions over a socket, its hooks and its errors, inside an app with its own. */

import assert from 'node:assert/strict'
import mercurius from 'mercurius'
import type { Anything } from '../anything.ts'
import type { Library } from './library.ts'
import { readerOf } from './library.ts'
import { onBoth } from './on-both.ts'
import { openSocket } from './socket.ts'

const schema = `
  type Author { name: String! }
  type Book { id: Int! title: String! author: Author! }
  type Query { books(last: Int): [Book!]! book(id: Int!): Book me: String! broken: String }
  type Mutation { addBook(title: String!): Book! }
  type Subscription { bookAdded: Book! }
`

interface Context {
  reader: string
}

/** Resolvers reach the app around them by its decorator, and the reader by the request's. */
function resolversOf({ shelf }: Library) {
  return {
    Query: {
      books: (_root: unknown, { last }: { last?: number }) => shelf.books.slice(-(last ?? 3)),
      book: (_root: unknown, { id }: { id: number }) => shelf.find(id),
      me: (_root: unknown, _given: unknown, { reader }: Context) => reader,
      broken: () => {
        throw new Error('the catalogue is torn')
      }
    },
    Mutation: {
      addBook: async (_root: unknown, { title }: { title: string }, context: Anything) => {
        if (context.reader === 'visitor') throw new mercurius.ErrorWithProps('Who are you?', { code: 'NO_READER' }, 403)
        const book = shelf.add(title, context.reader)
        await context.pubsub.publish({ topic: 'BOOK_ADDED', payload: { bookAdded: book } })
        return book
      }
    },
    Subscription: {
      bookAdded: {
        subscribe: (_root: unknown, _given: unknown, { pubsub }: Anything) => pubsub.subscribe('BOOK_ADDED')
      }
    }
  }
}

async function build(library: Library): Promise<void> {
  const { app } = library
  await app.register(mercurius, {
    schema,
    resolvers: resolversOf(library) as Anything,
    // One call for the authors of all books of an answer.
    loaders: {
      Book: {
        author: async (books: Anything[]) => books.map(({ obj }) => ({ name: `${obj.author} of ${books.length}` }))
      }
    },
    context: (request) => ({ reader: readerOf(request) }),
    subscription: { context: (_socket, request) => ({ reader: readerOf(request) }) as Anything },
    allowBatchedQueries: true,
    graphiql: true,
    jit: 1
  })
  app.graphql.addHook('preExecution', async (_schema, document, context) => {
    context.reply?.header('x-operations', document.definitions.length)
  })
  app.get('/latest', (_request, reply) => reply.graphql('{ books(last: 1) { title } }'))
}

const ada = { authorization: 'Bearer ada' }
const addBook = (title: string) => ({
  query: 'mutation ($title: String!) { addBook(title: $title) { id title } }',
  variables: { title }
})

onBoth('mercurius', {
  build,
  cases: {
    'a query calls the loaders once and has the user of the app': async ({ ask }) => {
      const query = '{ me books { title author { name } } }'
      const { status, headers, json } = await ask('/graphql', { headers: ada, body: { query } })
      assert.equal(status, 200)
      assert.equal(headers['x-served-to'], 'ada')
      assert.equal(headers['x-operations'], '1')
      assert.equal(json().data.me, 'ada')
      assert.deepEqual(json().data.books[2], { title: 'Emma', author: { name: 'Austen of 3' } })
      // The second time it is compiled.
      await ask('/graphql', { headers: ada, body: { query } })
    },
    'a query is accepted in the URL, as GraphQL, in a batch, and from a route': async ({ ask }) => {
      const query = encodeURIComponent('query ($id: Int!) { book(id: $id) { title } }')
      assert.deepEqual((await ask(`/graphql?query=${query}&variables={"id":2}`)).json(), {
        data: { book: { title: 'Orlando' } }
      })
      const headers = { 'content-type': 'application/graphql' }
      await ask('/graphql', { method: 'POST', headers, body: '{ book(id: 9) { title } }' })
      const batch = await ask('/graphql', { body: [{ query: '{ me }' }, { query: '{ broken }' }, { query: '{' }] })
      assert.deepEqual(batch.json()[0], { data: { me: 'visitor' } })
      assert.equal(batch.json().length, 3)
      assert.deepEqual((await ask('/latest')).json(), { data: { books: [{ title: 'Emma' }] } })
    },
    'a mutation changes data, and a refused one has the reason': async ({ ask, library }) => {
      const added = await ask('/graphql', { headers: ada, body: addBook('Flush') })
      assert.deepEqual(added.json(), { data: { addBook: { id: 4, title: 'Flush' } } })
      assert.equal(library.shelf.find(4)?.author, 'ada')
      const refused = await ask('/graphql', { body: addBook('Persuasion') })
      assert.equal(refused.json().errors[0].extensions.code, 'NO_READER')
      const known = await ask('/graphql', { headers: ada, body: addBook('Emma') })
      assert.equal(known.json().errors[0].message, 'Emma is on the shelf')
    },
    'an invalid query is refused': async ({ ask }) => {
      for (const body of [{ query: '{ nothing }' }, { query: '{' }, { query: '' }, {}, { query: '{ book { id } }' }])
        assert.equal((await ask('/graphql', { body })).status, 400, JSON.stringify(body))
      const json = { 'content-type': 'application/json' }
      assert.equal((await ask('/graphql', { method: 'POST', headers: json, body: '{"query"' })).status, 400)
      assert.equal(
        (await ask('/graphql', { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a' })).status,
        415
      )
      assert.equal((await ask('/graphql?query={me}&variables={')).status, 400)
      assert.equal((await ask('/graphql', { method: 'DELETE' })).status, 404)
    },
    'an error of a resolver is reported with its path': async ({ ask }) => {
      const { status, json } = await ask('/graphql', { body: { query: '{ me broken }' } })
      assert.equal(status, 200)
      assert.deepEqual(json().errors[0].path, ['broken'])
      assert.equal(json().errors[0].message, 'the catalogue is torn')
    },
    'a hook of the app refuses a request to mercurius': async ({ ask }) => {
      const headers = { authorization: 'Bearer stolen' }
      assert.equal((await ask('/graphql', { headers, body: { query: '{ me }' } })).status, 401)
      assert.equal((await ask('/books/1')).status, 200)
      assert.equal((await ask('/books/x')).status, 400)
    },
    'a subscription receives a mutation until it is completed': async ({ ask, compare, origin }) => {
      const socket = await openSocket(`${origin}/graphql`, { protocol: 'graphql-transport-ws' })
      socket.send({ type: 'connection_init', payload: {} })
      compare(await socket.next())
      socket.send({
        id: '1',
        type: 'subscribe',
        payload: { query: 'subscription { bookAdded { title author { name } } }' }
      })
      await ask('/graphql', { headers: ada, body: addBook('Mansfield Park') })
      const told = compare(await socket.next())
      assert.equal(told.payload.data.bookAdded.title, 'Mansfield Park')
      socket.send({ id: '1', type: 'complete' })
      await socket.close()
    },
    'a WebSocket with an unknown token is refused at the handshake': async ({ origin, compare }) => {
      const headers = { authorization: 'Bearer stolen' }
      compare(await openSocket(`${origin}/graphql`, { headers, protocol: 'graphql-transport-ws' }).catch(String))
    },
    'the editor is served': async ({ ask }) => {
      assert.match((await ask('/graphiql')).headers['content-type'] ?? '', /html/)
    },
    'app.graphql() runs a query without a request': async ({ library, compare }) => {
      const result = await library.app.graphql('{ book(id: 1) { title } }')
      assert.equal(compare(result).data?.book.title, 'The Waves')
    }
  }
})
