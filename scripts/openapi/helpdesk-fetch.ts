/** The help desk, called by openapi-fetch with the types of openapi-typescript. */
import createClient from 'openapi-fetch'
import { askWrongly, checkedFetch, expect, finish } from './checked.ts'
import type { components, paths } from './generated/helpdesk.d.ts'

const baseUrl = process.argv[2] ?? ''
const api = createClient<paths>({ baseUrl, fetch: checkedFetch })
type Ticket = components['schemas']['ticket']

const credentials = { name: 'ada', password: 'a long secret' }
const signedUp = await api.POST('/api/accounts', { body: credentials })
expect([signedUp.response.status, signedUp.data], [201, { name: 'ada' }], 'an account')
const again = await api.POST('/api/accounts', { body: credentials })
expect(again.error?.code, 'TAKEN', 'a name that is taken')
const { data: session } = await api.POST('/api/session', { body: credentials })
const headers = { authorization: `Bearer ${session?.token}` }
const newKey = () => ({ 'idempotency-key': `"${crypto.randomUUID()}"` })

const refused = await api.GET('/api/me', { fetch: askWrongly })
expect([refused.response.status, refused.error?.statusCode], [401, 401], 'nobody')
await api.POST('/api/orgs', { headers, params: { header: newKey() }, body: { slug: 'acme', title: 'Acme' } })
const me = await api.GET('/api/me', { headers })
expect(me.data?.orgs, [{ slug: 'acme', title: 'Acme', role: 'agent' }], 'the organizations')

const path = { org: 'acme' }
const opened = await api.POST('/api/orgs/{org}/tickets', {
  headers,
  params: { path, header: newKey() },
  body: { title: 'Fire', text: 'Again.' }
})
const ticket: Ticket | undefined = opened.data
expect([opened.response.status, ticket?.status, ticket?.comments], [201, 'open', []], 'a ticket')
// What has a default may be left out.
const list = await api.GET('/api/orgs/{org}/tickets', { headers, params: { path, query: { status: 'open' } } })
expect([list.data?.total, list.data?.items[0]?.title], [1, 'Fire'], 'the list')
const id = ticket?.id ?? 0
const commented = await api.POST('/api/orgs/{org}/tickets/{id}/comments', {
  headers,
  params: { path: { ...path, id }, header: newKey() },
  body: { text: 'On it.' }
})
expect(commented.data?.comments.length, 1, 'the comments')
const marked = await api.PUT('/api/orgs/{org}/tickets/{id}/status', {
  headers,
  params: { path: { ...path, id } },
  body: { status: 'closed' }
})
expect(marked.data?.status, 'closed', 'the status')
const none = await api.GET('/api/orgs/{org}/tickets/{id}', { headers, params: { path: { ...path, id: 4711 } } })
expect([none.response.status, none.error?.code], [404, 'NO_SUCH_TICKET'], 'no ticket')

const form = new FormData()
form.set('file', new Blob(['a picture']), 'picture.txt')
const attached = await api.POST('/api/orgs/{org}/tickets/{id}/attachments', {
  headers,
  params: { path: { ...path, id }, header: newKey() },
  body: form,
  bodySerializer: (body: unknown) => body as FormData
})
expect([attached.response.status, attached.data?.name], [201, 'picture.txt'], 'an attachment')
const download = await api.GET('/api/orgs/{org}/tickets/{id}/attachments/{file}', {
  headers,
  params: { path: { ...path, id, file: attached.data?.id ?? '' } },
  parseAs: 'text'
})
expect(download.data, 'a picture', 'a download')
const out = await api.DELETE('/api/session', { headers })
expect(out.response.status, 204, 'a log-out')

const json = { 'content-type': 'application/json' }
for (const [url, init, status] of [
  ['/api/accounts', { method: 'POST', headers: json, body: '{"name":1}' }, 400],
  ['/api/accounts', { method: 'POST', headers: json, body: '{' }, 400],
  ['/api/orgs/acme/tickets?page=0', { headers }, 400],
  ['/api/orgs/NO/tickets', { headers }, 404],
  ['/api/orgs/none/tickets', { headers }, 404],
  ['/api/orgs/acme/tickets/x', { headers }, 400],
  ['/api/orgs/acme/talk', { headers }, 426]
] as const) {
  const answer = await askWrongly(`${baseUrl}${url}`, init)
  expect(answer.status, status, url)
}
finish()
