/** The document of AsyncAPI before the parser of its makers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Parser } from '@asyncapi/parser'
import { topic } from '@espalier/events'
import { createAsyncApi } from '@espalier/events/asyncapi'
import { endpoint, events, Type } from 'espalier'

const Author = Type.Object({ name: Type.String() }, { $id: 'Author' })
const Tree = Type.Recursive((This) => Type.Object({ children: Type.Array(This) }), { $id: 'Tree' })
const stream = events({
  lent: Type.Object({ author: Type.Ref('Author'), copies: Type.Integer({ minimum: 1, default: 1 }) }),
  sorted: { shelf: Tree },
  returned: { type: 'object', properties: { on: { type: 'string', format: 'date' } } },
  reset: Type.Null()
})
const loans = topic('loans', stream, { schemas: [Author], version: 2 })
const town = Type.String({ description: 'A town' })
const watch = endpoint('GET /towns/:town/loans', { params: { town }, response: { 200: stream } })

/** Returns the diagnostics of the parser, except its advice to use the newest version. */
async function faultsOf(document: unknown) {
  const { diagnostics, document: parsed } = await new Parser().parse(JSON.stringify(document))
  const faults = diagnostics.filter(({ code }) => code !== 'asyncapi-latest-version')
  return { faults: faults.map(({ code, message }) => `${code}: ${message}`), parsed }
}

test('the AsyncAPI parser accepts the document and finds channels, messages and schemas', async () => {
  const document = createAsyncApi({
    info: { title: 'Library', version: '1.0.0', description: 'News of a library' },
    topics: [loans.of('{town}')],
    routes: { watch },
    servers: {
      api: { host: 'api.example.com', protocol: 'https', pathname: '/v1' },
      log: { host: 'redis:6379', protocol: 'redis' }
    }
  })
  const { faults, parsed } = await faultsOf(document)
  assert.deepEqual(faults, [])
  const channels = parsed?.channels().all() ?? []
  assert.deepEqual(
    channels.map((channel) => [
      channel.address(),
      channel
        .servers()
        .all()
        .map((server) => server.protocol())
    ]),
    [
      ['loans/{town}', ['redis']],
      ['/towns/{town}/loans', ['https']]
    ]
  )
  const [, route] = channels
  assert.deepEqual(
    route
      ?.messages()
      .all()
      .map((message) => message.name()),
    ['lent', 'sorted', 'returned', 'reset']
  )
  assert.equal(route?.messages().get('lent')?.payload()?.properties()?.author?.type(), 'object')
})

test('the AsyncAPI parser reports an invalid document', async () => {
  const document = createAsyncApi({ info: { title: 'Library', version: '1.0.0' }, topics: [loans] })
  const { faults } = await faultsOf({ ...document, channels: { loans: { address: 7 } } })
  assert.ok(faults.length > 0)
})
