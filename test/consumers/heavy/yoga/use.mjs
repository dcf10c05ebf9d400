// GraphQL Yoga behind one route: queries, mutations, a file, a subscription as events of the server, errors.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { createPubSub, createSchema, createYoga } from 'graphql-yoga'

const typeDefs = `
  scalar File
  type Book { id: Int! title: String! author: String! }
  type Query { books: [Book!]! book(id: Int!): Book me: String! broken: String }
  type Mutation { addBook(title: String!): Book! addChapter(file: File!): String! }
  type Subscription { bookAdded: Book! }
`

function createServer({ app, shelf }) {
  const pubsub = createPubSub()
  return createYoga({
    logging: { debug: () => {}, info: () => {}, warn: () => {}, error: (...given) => app.log.error(given) },
    schema: createSchema({
      typeDefs,
      resolvers: {
        Query: {
          books: () => shelf.books,
          book: (_root, { id }) => shelf.find(id),
          me: (_root, _given, { req, reply }) => {
            reply.header('x-asked-for', 'me')
            return req.reader
          },
          broken: () => {
            throw new Error('the catalogue is torn')
          }
        },
        Mutation: {
          addBook: (_root, { title }, { req }) => {
            const book = shelf.add(title, req.reader)
            pubsub.publish('added', book)
            return book
          },
          addChapter: async (_root, { file }) => `${file.name}: ${await file.text()}`
        },
        Subscription: { bookAdded: { subscribe: () => pubsub.subscribe('added'), resolve: (book) => book } }
      }
    })
  })
}

function build(library) {
  const { app } = library
  const yoga = createServer(library)
  // Yoga reads forms itself.
  app.addContentTypeParser('multipart/form-data', {}, (_request, _payload, done) => done(null))
  app.route({
    url: yoga.graphqlEndpoint,
    method: ['GET', 'POST', 'OPTIONS'],
    handler: async (req, reply) => {
      const response = await yoga.handleNodeRequestAndResponse(req, reply, { req, reply })
      for (const [name, value] of response.headers) reply.header(name, value)
      return reply.status(response.status).send(response.body)
    }
  })
}

const ada = { authorization: 'Bearer ada' }
const addBook = (title) => ({
  query: 'mutation ($title: String!) { addBook(title: $title) { id author } }',
  variables: { title }
})

const cases = {
  'queries come as JSON, by the URL and as a form': async ({ ask }) => {
    const { headers, json } = await ask('/graphql', { headers: ada, body: { query: '{ me books { title } }' } })
    assert.equal(headers['x-asked-for'], 'me')
    assert.equal(headers['x-served-to'], 'ada')
    assert.equal(json().data.books.length, 3)
    await ask(`/graphql?query=${encodeURIComponent('{ book(id: 2) { title } }')}`)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    await ask('/graphql', { method: 'POST', headers: form, body: 'query={me}' })
  },
  'a mutation changes the shelf': async ({ ask, library }) => {
    assert.deepEqual((await ask('/graphql', { headers: ada, body: addBook('Flush') })).json().data.addBook, {
      id: 4,
      author: 'ada'
    })
    assert.equal(library.shelf.find(4)?.title, 'Flush')
    await ask('/graphql', { headers: ada, body: addBook('Emma') })
  },
  'a file is uploaded': async ({ ask }) => {
    const form = new FormData()
    const query = 'mutation ($file: File!) { addChapter(file: $file) }'
    form.set('operations', JSON.stringify({ query, variables: { file: null } }))
    form.set('map', '{"0":["variables.file"]}')
    form.set('0', new File(['chapter one'], 'emma.txt', { type: 'text/plain' }))
    const encoded = new Response(form)
    const headers = { 'content-type': encoded.headers.get('content-type') }
    const { json } = await ask('/graphql', { method: 'POST', headers, body: Buffer.from(await encoded.arrayBuffer()) })
    assert.equal(json().data.addChapter, 'emma.txt: chapter one')
  },
  'what is no query is refused, and an error is masked': async ({ ask }) => {
    for (const body of [{ query: '{ nothing }' }, { query: '{' }, {}, { query: '{ broken }' }])
      assert.ok((await ask('/graphql', { body })).json().errors, JSON.stringify(body))
    const json = { 'content-type': 'application/json', accept: 'application/graphql-response+json' }
    assert.equal((await ask('/graphql', { method: 'POST', headers: json, body: '{"query"' })).status, 400)
    assert.equal(
      (await ask('/graphql', { method: 'POST', headers: json, body: '{"query":"{ nothing }"}' })).status,
      400
    )
    assert.equal((await ask('/graphql', { method: 'DELETE' })).status, 404)
    await ask('/graphql?query=mutation{addBook(title:"Persuasion"){id}}')
    await ask('/graphql', {
      method: 'OPTIONS',
      headers: { origin: 'http://a.test', 'access-control-request-method': 'POST' }
    })
  },
  'the hook of the app refuses first': async ({ ask }) => {
    assert.equal(
      (await ask('/graphql', { headers: { authorization: 'Bearer stolen' }, body: { query: '{ me }' } })).status,
      401
    )
  },
  'a page for people': async ({ ask }) => {
    assert.match((await ask('/graphql', { headers: { accept: 'text/html' } })).text, /<html/)
  },
  'a subscription is a stream of events, until its client goes': async ({ ask, compare, origin }) => {
    const url = `${origin}/graphql?query=${encodeURIComponent('subscription { bookAdded { title } }')}`
    const outgoing = request(url, { agent: false, headers: { accept: 'text/event-stream' } }).end()
    const [incoming] = await once(outgoing, 'response')
    const { date, ...headers } = incoming.headers
    assert.match(compare(headers)['content-type'], /event-stream/)
    await ask('/graphql', { headers: ada, body: addBook('The Years') })
    let text = ''
    for await (const chunk of incoming.setEncoding('utf8')) {
      text += chunk
      if (text.includes('The Years')) break
    }
    compare(text)
  }
}

export const uses = { 'graphql-yoga': { build, cases } }
