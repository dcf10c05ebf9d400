/** The help desk, called by the client that hey-api writes. */
import { askWrongly, checkedFetch, expect, finish } from './checked.ts'
import { client } from './generated/helpdesk/client.gen.ts'
import { appoint, comment, found, list, logIn, open, read, signUp, whoAmI } from './generated/helpdesk/index.ts'

client.setConfig({ baseUrl: process.argv[2] ?? '', fetch: checkedFetch as typeof fetch })

const credentials = { name: 'grace', password: 'a long secret' }
expect((await signUp({ body: credentials })).data, { name: 'grace' }, 'an account')
await signUp({ body: { name: 'tom', password: 'a long secret' } })
const refused = await whoAmI({ fetch: askWrongly as typeof fetch })
expect(refused.error?.statusCode, 401, 'nobody')
const { data: session } = await logIn({ body: credentials, throwOnError: true })
client.setConfig({ auth: () => session.token })
// The document says that the operation asks for a token, so the client shows it.
const me = await whoAmI({ throwOnError: true })
expect(me.data.name, 'grace', 'who is asking')
const newKey = () => ({ 'idempotency-key': `"${crypto.randomUUID()}"` })
await found({ headers: newKey(), body: { slug: 'navy', title: 'Navy' }, throwOnError: true })
const path = { org: 'navy' }
const { data: ticket } = await open({
  path,
  headers: newKey(),
  body: { title: 'A bug', text: 'A moth.' },
  throwOnError: true
})
const { data: commented } = await comment({
  path: { ...path, id: ticket.id },
  headers: newKey(),
  body: { text: 'Taped it in.' },
  throwOnError: true
})
expect(commented.comments[0]?.author, 'grace', 'the author')
const { data: tickets } = await list({ path, query: { sort: 'oldest' }, throwOnError: true })
expect(
  tickets.items.map(({ title }) => title),
  ['A bug'],
  'the list'
)
const missing = await read({ path: { ...path, id: 4711 } })
expect(missing.error?.code, 'NO_SUCH_TICKET', 'no ticket')
const appointed = await appoint({ path: { ...path, name: 'tom' }, body: { role: 'customer' } })
expect(appointed.response?.status, 204, 'an appointment')
finish()
