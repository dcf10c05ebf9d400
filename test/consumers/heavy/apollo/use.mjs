// Apollo Server by its integration: queries, mutations, batches, an answer in parts, errors, and a server that goes with the app.
import assert from 'node:assert/strict'
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginLandingPageLocalDefault } from '@apollo/server/plugin/landingPage/default'
import fastifyApollo, { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify'
import { GraphQLError } from 'graphql'

const typeDefs = `#graphql
  type Book { id: Int! title: String! author: String! }
  type Query { books: [Book!]! book(id: Int!): Book me: String! broken: String }
  type Mutation { addBook(title: String!): Book! }
`

const resolversOf = (shelf) => ({
  Query: {
    books: () => shelf.books,
    book: (_root, { id }) => shelf.find(id),
    me: (_root, _given, { reader }) => reader,
    broken: () => {
      throw new Error('the catalogue is torn')
    }
  },
  Mutation: {
    addBook: (_root, { title }, { reader }) => {
      if (reader === 'visitor')
        throw new GraphQLError('Who are you?', { extensions: { code: 'NO_READER', http: { status: 403 } } })
      return shelf.add(title, reader)
    }
  }
})

async function build({ app, shelf }) {
  const stopped = {
    async serverWillStart() {
      return {
        async serverWillStop() {
          shelf.stopped = true
        }
      }
    }
  }
  const apollo = new ApolloServer({
    typeDefs,
    resolvers: resolversOf(shelf),
    allowBatchedHttpRequests: true,
    includeStacktraceInErrorResponses: false,
    plugins: [fastifyApolloDrainPlugin(app), stopped, ApolloServerPluginLandingPageLocalDefault({ footer: false })]
  })
  await apollo.start()
  const context = async (request, reply) => {
    reply.header('x-context', 'made')
    return { reader: request.reader }
  }
  await app.register(fastifyApollo(apollo), { context })
  app.post('/by-hand', fastifyApolloHandler(apollo, { context }))
  shelf.apollo = apollo
}

const ada = { authorization: 'Bearer ada' }
const addBook = (title) => ({
  query: 'mutation ($title: String!) { addBook(title: $title) { id author } }',
  variables: { title }
})

const cases = {
  'queries come as JSON, by the URL, in a batch and by a route of its own': async ({ ask }) => {
    const { headers, json } = await ask('/graphql', { headers: ada, body: { query: '{ me books { title } }' } })
    assert.equal(headers['x-context'], 'made')
    assert.equal(headers['x-served-to'], 'ada')
    assert.equal(json().data.me, 'ada')
    const preflight = { 'apollo-require-preflight': 'yes' }
    await ask(`/graphql?query=${encodeURIComponent('{ book(id: 2) { title } }')}`, { headers: preflight })
    assert.equal((await ask('/graphql', { body: [{ query: '{ me }' }, { query: '{ broken }' }] })).json().length, 2)
    assert.equal((await ask('/by-hand', { headers: ada, body: { query: '{ me }' } })).json().data.me, 'ada')
  },
  'a mutation changes the shelf, and its refusals have a status': async ({ ask, library }) => {
    assert.equal((await ask('/graphql', { headers: ada, body: addBook('Flush') })).json().data.addBook.id, 4)
    assert.equal(library.shelf.find(4).author, 'ada')
    assert.equal((await ask('/graphql', { body: addBook('Persuasion') })).status, 403)
    assert.equal((await ask('/graphql', { headers: ada, body: addBook('Emma') })).json().errors.length, 1)
  },
  'what is no query is refused': async ({ ask }) => {
    for (const body of [{ query: '{ nothing }' }, { query: '{' }, {}, { query: '{ book { id } }' }])
      assert.equal((await ask('/graphql', { body })).status, 400)
    const json = { 'content-type': 'application/json' }
    assert.equal((await ask('/graphql', { method: 'POST', headers: json, body: '{"query"' })).status, 400)
    assert.equal(
      (await ask('/graphql', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{me}' })).status,
      400
    )
    assert.equal((await ask('/graphql?query={me}')).status, 400)
    assert.equal((await ask('/graphql', { method: 'DELETE' })).status, 404)
    assert.equal(
      (await ask('/graphql', { headers: { authorization: 'Bearer stolen' }, body: { query: '{ me }' } })).status,
      401
    )
  },
  'an error of a resolver is told with its path': async ({ ask }) => {
    assert.deepEqual((await ask('/graphql', { body: { query: '{ me broken }' } })).json().errors[0].path, ['broken'])
  },
  'a persisted query is asked for by its hash': async ({ ask }) => {
    const query = '{ me }'
    const { createHash } = await import('node:crypto')
    const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } }
    assert.equal(
      (await ask('/graphql', { body: { extensions } })).json().errors[0].extensions.code,
      'PERSISTED_QUERY_NOT_FOUND'
    )
    await ask('/graphql', { body: { query, extensions } })
    assert.equal((await ask('/graphql', { body: { extensions } })).json().data.me, 'visitor')
  },
  'a page for people': async ({ ask }) => {
    assert.match((await ask('/graphql', { headers: { accept: 'text/html' } })).text, /<html/)
  },
  'a server that stops closes the app': async ({ library, compare, origin }) => {
    await library.shelf.apollo.stop()
    compare(library.shelf.stopped)
    assert.equal(
      compare(
        await fetch(origin).then(
          () => 'open',
          () => 'closed'
        )
      ),
      'closed'
    )
  }
}

/** A page has a nonce of its own. */
const settle = (text) => text.replaceAll(/\bnonce(-|="?)[\da-f]+/g, 'NONCE')

export const uses = { apollo: { build, settle, cases } }
