// The help desk: people of two organizations, one after the other. Each test goes on where the one before it ended.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { testClient, watchAnswers } from '@espalier/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openapi } from 'espalier/openapi'
import { type RawData, WebSocket } from 'ws'
import { createHelpDesk } from '../../examples/helpdesk/app.ts'
import { accounts, doors, tickets } from '../../examples/helpdesk/endpoints.ts'
import { helpDeskSettings } from '../../examples/helpdesk/settings.ts'
import { judgeAnswers } from '../openapi/judge.ts'
import { story } from '../story.ts'
import { arrival, closeOf, until } from '../until.ts'
import { createTestDatabase } from './test-database.ts'

const { folder, env, drop } = await createTestDatabase('helpdesk')
const client = 'https://client.example'
const answers = watchAnswers()
const given = {
  ...env,
  HELPDESK_DATA: folder,
  HELPDESK_SECRET: 'the secret of the tests',
  HELPDESK_LOGINS_PER_MINUTE: 12,
  HELPDESK_ORIGINS: [client],
  LOG_LEVEL: 'silent'
}
const app = createHelpDesk(helpDeskSettings.of(given))
const judge = judgeAnswers(app, () => openapi(app, { info: { title: 'Help desk', version: '1.0.0' } }))
const origin = await app.listen({ port: 0 })

after(async () => {
  await app.close()
  assert.deepEqual(judge.violations(), [])
  answers.check()
  await drop()
})

const test = story('a day at the help desk')

const credentials = (name: string) => ({ name, password: `secret of ${name}` })
const nobody = testClient(app, {
  async login(visitor, name: string) {
    const { token } = await visitor.inject(doors.logIn, { body: credentials(name) }).expect(201)
    visitor.headers.authorization = `Bearer ${token}`
  }
})
const people = { ada: nobody, tom: nobody, eve: nobody, bob: nobody }

const newKey = () => ({ 'idempotency-key': `"${randomUUID()}"` })

/** Sends a request. Resolves to the status and the body, which is parsed if it is JSON. */
async function ask<T = unknown>(target: string, who = nobody, payload?: object): Promise<[status: number, content: T]> {
  const [method = '', url = ''] = target.split(' ')
  const { statusCode, headers, body } = await who.inject({
    method,
    url,
    headers: newKey(),
    ...(payload && { payload })
  })
  const isJson = `${headers['content-type']}`.startsWith('application/json')
  return [statusCode, JSON.parse(isJson ? body : JSON.stringify(body))]
}

interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: object }[]
  responses: Record<string, { description: string }>
  tags?: string[]
  security?: object[]
}

/** The status and the code of a refusal. */
async function refusal(...question: Parameters<typeof ask>) {
  const [status, content] = await ask(...question)
  return [status, typeof content === 'object' && content !== null && 'code' in content ? content.code : content]
}

const form = (content: Uint8Array<ArrayBuffer>, name: string) => {
  const data = new FormData()
  data.set('file', new Blob([content]), name)
  return data
}

const acme = '/api/orgs/acme'
const umbrella = '/api/orgs/umbrella'

// Accounts

test('a missing token, a wrong password and a forged token are a 401', async () => {
  assert.deepEqual(await refusal('GET /api/me'), [401, 'FST_JWT_NO_AUTHORIZATION_IN_COOKIE'])
  const guess = { name: 'ada', password: 'a wild guess' }
  assert.deepEqual(await refusal('POST /api/session', nobody, guess), [401, 'BAD_CREDENTIALS'])
  const forged = 'eyJhbGciOiJub25lIn0.eyJpZCI6MSwibmFtZSI6ImFkYSJ9.'
  const forger = testClient(app, { headers: { authorization: `Bearer ${forged}` } })
  assert.equal((await refusal('GET /api/me', forger))[0], 401)
})

test('people sign up once, log in, and are identified by a token or an HttpOnly cookie', async () => {
  for (const name of ['ada', 'tom', 'eve', 'bob'] as const) {
    assert.deepEqual(await nobody.inject(doors.signUp, { body: credentials(name) }).expect(201), { name })
    people[name] = await nobody.as(name)
  }
  const body = credentials('ada')
  assert.deepEqual(await refusal('POST /api/accounts', nobody, body), [409, 'TAKEN'])
  const cookies = testClient(app)
  const { headers } = await cookies.inject(doors.logIn, { body })
  assert.match(`${headers['set-cookie']}`, /^helpdesk=\S+; Path=\/api; HttpOnly; SameSite=Strict$/)
  for (const shown of [testClient(app, { headers: people.ada.headers }), cookies])
    assert.deepEqual(await shown.inject(accounts.whoAmI).expect(200), { name: 'ada', orgs: [] })
})

test('a logout clears the cookie', async () => {
  const { statusCode, headers } = await nobody.inject(doors.logOut)
  assert.equal(statusCode, 204)
  assert.match(`${headers['set-cookie']}`, /^helpdesk=; Max-Age=0; Path=\/api;/)
})

test('the founder of an organization is its agent, and its slug is taken', async () => {
  const membership = { slug: 'acme', title: 'Acme', role: 'agent' }
  assert.deepEqual(await ask('POST /api/orgs', people.ada, { slug: 'acme', title: 'Acme' }), [201, membership])
  assert.deepEqual(await ask('GET /api/me', people.ada), [200, { name: 'ada', orgs: [membership] }])
  assert.deepEqual(await refusal('POST /api/orgs', people.eve, { slug: 'acme', title: 'Mine' }), [409, 'TAKEN'])
  assert.equal((await refusal('POST /api/orgs', people.eve, { slug: 'Umbrella', title: 'Umbrella' }))[0], 400)
  assert.equal((await ask('POST /api/orgs', people.eve, { slug: 'umbrella', title: 'Umbrella' }))[0], 201)
})

// Tenants and roles

test('an agent appoints members, a customer cannot, and an unknown account is a 404', async () => {
  assert.deepEqual(await ask(`PUT ${acme}/members/tom`, people.ada, { role: 'customer' }), [204, ''])
  assert.deepEqual(await refusal(`PUT ${acme}/members/tom`, people.tom, { role: 'agent' }), [403, 'FOR_AGENTS'])
  assert.deepEqual(await refusal(`PUT ${acme}/members/nobody`, people.ada, { role: 'agent' }), [404, 'NO_SUCH_ACCOUNT'])
  assert.deepEqual(await refusal(`PUT ${acme}/members/bob`, people.ada, { role: 'owner' }), [400, 'FST_ERR_VALIDATION'])
})

test('tickets are opened by members and found by filter, words, order and page', async () => {
  const texts = [
    ['tom', 'The printer burns', 'Smoke, and no paper.'],
    ['ada', 'An audit of printing', 'What do we print?'],
    ['tom', 'Coffee', 'There is none.']
  ] as const
  for (const [name, title, text] of texts) {
    const [status] = await ask(`POST ${acme}/tickets`, people[name], { title, text })
    assert.equal(status, 201)
  }
  assert.equal((await ask(`PUT ${acme}/tickets/3/status`, people.ada, { status: 'closed' }))[0], 200)
  const found = async (query: string, who = people.ada) => {
    const answer = await who.inject(`${acme}/tickets?${query}`)
    assert.equal(answer.statusCode, 200)
    const { items, total } = answer.json<{ items: { id: number }[]; total: number }>()
    return [total, ...items.map(({ id }) => id)]
  }
  assert.deepEqual(await found(''), [3, 3, 2, 1])
  assert.deepEqual(await found('sort=title'), [3, 2, 3, 1])
  assert.deepEqual(await found('sort=oldest&size=2&page=2'), [3, 3])
  assert.deepEqual(await found('page=9'), [3])
  assert.deepEqual(await found('status=open'), [2, 2, 1])
  assert.deepEqual(await found('search=print'), [1, 2])
  assert.deepEqual(await found('search=printer%20OR%20coffee'), [2, 3, 1])
  assert.deepEqual(await found(`search=${encodeURIComponent("'; drop table tickets; --")}`), [0])
  assert.deepEqual(await found('', people.tom), [2, 3, 1])
  for (const query of ['status=lost', 'sort=id', 'page=0', 'size=101', 'search=%00']) {
    assert.deepEqual(await refusal(`GET ${acme}/tickets?${query}`, people.ada), [400, 'FST_ERR_VALIDATION'], query)
  }
})

test('a customer reads and comments their own tickets, and cannot set the status', async () => {
  const { ada, tom } = people
  assert.deepEqual(await refusal(`GET ${acme}/tickets/2`, tom), [404, 'NO_SUCH_TICKET'])
  assert.deepEqual(await refusal(`POST ${acme}/tickets/2/comments`, tom, { text: 'Hm.' }), [404, 'NO_SUCH_TICKET'])
  assert.deepEqual(await refusal(`PUT ${acme}/tickets/1/status`, tom, { status: 'closed' }), [403, 'FOR_AGENTS'])
  assert.equal((await ask(`POST ${acme}/tickets/1/comments`, tom, { text: 'It still burns.' }))[0], 201)
  const { comments, ...rest } = await ada
    .inject(tickets.comment, { params: { org: 'acme', id: 1 }, headers: newKey(), body: { text: 'On my way.' } })
    .expect(201)
  assert.equal(rest.customer, 'tom')
  assert.deepEqual(
    comments.map(({ author, text }) => `${author}: ${text}`),
    ['tom: It still burns.', 'ada: On my way.']
  )
  assert.deepEqual(await ask(`GET ${acme}/tickets/1`, tom), [200, { ...rest, comments }])
})

test('a member gets 404 for another organization, and for its tickets in their own', async () => {
  for (const [target, body] of [
    [`GET ${acme}/tickets`],
    [`GET ${acme}/tickets/1`],
    [`POST ${acme}/tickets`, { title: 'a', text: 'a' }],
    [`PUT ${acme}/members/eve`, { role: 'agent' }],
    [`GET ${acme}/events`],
    [`GET ${acme}/talk`],
    ['GET /api/orgs/nowhere/tickets']
  ] as const) {
    assert.deepEqual(await refusal(target, people.eve, body), [404, 'NO_SUCH_ORG'], target)
  }
  assert.deepEqual(await ask(`GET ${umbrella}/tickets`, people.eve), [200, { items: [], total: 0 }])
  assert.deepEqual(await refusal(`GET ${umbrella}/tickets/1`, people.eve), [404, 'NO_SUCH_TICKET'])
  const closed = { status: 'closed' }
  assert.deepEqual(await refusal(`PUT ${umbrella}/tickets/1/status`, people.eve, closed), [404, 'NO_SUCH_TICKET'])
})

// Files

test('a file is returned byte for byte to those who can see its ticket', async () => {
  const bytes = new Uint8Array(randomBytes(300_000))
  const file = form(bytes, 'smöke 1.bin')
  const [status, { id, ...told }] = await ask<{ id: string }>(`POST ${acme}/tickets/1/attachments`, people.tom, file)
  assert.deepEqual([status, told], [201, { name: 'smöke 1.bin', bytes: 300_000 }])

  const path = `tickets/1/attachments/${id}`
  const answer = await fetch(`${origin}${acme}/${path}`, { headers: people.ada.headers })
  assert.deepEqual(new Uint8Array(await answer.arrayBuffer()), bytes)
  assert.equal(answer.headers.get('content-length'), '300000')
  assert.equal(answer.headers.get('content-disposition'), "attachment; filename*=UTF-8''sm%C3%B6ke%201.bin")
  assert.deepEqual(await refusal(`GET ${umbrella}/${path}`, people.eve), [404, 'NO_SUCH_TICKET'])
  assert.deepEqual(await refusal(`GET ${acme}/tickets/3/attachments/${id}`, people.ada), [404, 'NO_SUCH_FILE'])
  assert.equal((await refusal(`GET ${acme}/tickets/1/attachments/..%2F..`, people.ada))[0], 400)
})

test('a rejected upload leaves no file behind', async () => {
  const kept = readdirSync(join(folder, 'attachments'))
  const large = form(new Uint8Array(5_000_001), 'large')
  assert.deepEqual(await refusal(`POST ${acme}/tickets/1/attachments`, people.tom, large), [413, 'FORM_FILE_TOO_LARGE'])
  assert.deepEqual(await refusal(`POST ${acme}/tickets/1/attachments`, people.tom, new FormData()), [
    400,
    'FST_ERR_VALIDATION'
  ])
  assert.equal((await refusal(`POST ${acme}/tickets/1/attachments`, people.tom, { file: 1 }))[0], 415)
  const small = form(new Uint8Array(3), 'small')
  assert.deepEqual(await refusal(`POST ${acme}/tickets/2/attachments`, people.tom, small), [404, 'NO_SUCH_TICKET'])
  assert.deepEqual(readdirSync(join(folder, 'attachments')), kept)
})

// Documentation, health and metrics

test('the OpenAPI document has the parameters of every path and valid references', async () => {
  const [, document] = await ask<OpenApi>('GET /docs/openapi.json')
  const ajv = addFormats.default(new Ajv2020({ strict: false }))
  ajv.addSchema(document, 'document')
  const [, ...references] = JSON.stringify(document).split('"$ref":"')
  assert.ok(references.length > 20)
  for (const reference of references) ajv.compile({ $ref: `document${reference.split('"')[0]}` })
  // In the same turn of the event loop requests would be refused as late.
  await turn()

  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { parameters = [], responses }] of Object.entries(operations)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const described = parameters.filter((parameter) => parameter.in === 'path')
      assert.deepEqual(described.map(({ name }) => name).sort(), named.sort(), `${method} ${path}`)
      for (const { name, required, schema } of described) {
        assert.equal(required, true)
        if (name === 'org') assert.deepEqual(schema, { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' })
      }
      for (const { description } of Object.values(responses)) assert.equal(typeof description, 'string')
    }
  }
  assert.equal(document.openapi, '3.1.0')
  assert.deepEqual(document.paths['/api/orgs/{org}/tickets/{id}']?.get?.tags, ['tickets'])
  assert.deepEqual(document.paths['/api/orgs/{org}/tickets']?.get?.security, [{ token: [] }, { cookie: [] }])
  assert.equal(document.paths['/api/session']?.post?.security, undefined)
  const talk = document.paths['/api/orgs/{org}/talk']?.get
  assert.deepEqual(talk?.tags, ['live'])
  assert.deepEqual(Object.keys(talk?.responses ?? {}), ['401', '403', '404', '503', '2XX', '4XX', '5XX'])
  const names = [
    'Error',
    'FormFile',
    'IdempotencyKey',
    'attachment',
    'comment',
    'membership',
    'news',
    'problem',
    'summary',
    'ticket'
  ]
  assert.deepEqual(Object.keys(document.components.schemas).sort(), names)
})

test('the help desk serves documentation, health, metrics by route, CORS and security headers', async () => {
  assert.match(String((await ask('GET /docs/'))[1]), /<title>Help desk<\/title>/)
  assert.deepEqual(await ask('GET /live'), [200, { state: 'ready' }])
  assert.deepEqual(await ask('GET /ready'), [200, { state: 'ready', failed: [] }])
  assert.match(
    String((await ask('GET /metrics'))[1]),
    /_count\{method="GET",route="\/api\/orgs\/:org\/tickets\/:id",status_code="404"\} \d/
  )
  const answer = await fetch(`${origin}/live`, { headers: { origin: client } })
  assert.equal(answer.headers.get('access-control-allow-origin'), client)
  assert.ok(answer.headers.get('content-security-policy'))
  const elsewhere = await fetch(`${origin}/live`, { headers: { origin: 'https://elsewhere.example' } })
  assert.equal(elsewhere.headers.get('access-control-allow-origin'), null)
})

test('password guesses are limited, and requests with a token are not', async () => {
  const guess = { name: 'ada', password: 'another guess' }
  const statuses = []
  for (let guesses = 0; guesses < 12; guesses++) statuses.push((await ask('POST /api/session', nobody, guess))[0])
  assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429])
  assert.equal((await ask('GET /api/me', people.ada))[0], 200)
})

// Sockets and events, until the help desk closes

const connect = (path: string, { headers }: typeof nobody) =>
  new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers })

/** The lines that a socket hears, in their order. */
function hear(socket: WebSocket) {
  const lines: string[] = []
  socket.on('message', (data: RawData) => lines.push(String(data)))
  return lines
}

test('a rejected WebSocket upgrade gets the status of its route', async () => {
  assert.deepEqual(await refusal(`GET ${acme}/talk`, people.ada), [426, 'SOCKETS_ONLY'])
  for (const [path, who, status] of [
    [`${acme}/talk`, nobody, 401],
    [`${acme}/talk`, people.tom, 403],
    [`${acme}/talk`, people.eve, 404],
    [`${acme}/tickets`, people.ada, undefined]
  ] as const) {
    const socket = connect(path, who)
    if (status === undefined) await closeOf(socket)
    else {
      const [, answer] = await arrival(once(socket, 'unexpected-response'), 'the refusal')
      assert.equal(answer.statusCode, status)
      socket.on('error', () => {}).terminate()
    }
  }
})

test('chat and events stay within an organization, and end promptly when the app closes', async () => {
  assert.equal((await ask(`PUT ${acme}/members/bob`, people.ada, { role: 'agent' }))[0], 204)
  const sockets = [
    connect(`${acme}/talk`, people.ada),
    connect(`${acme}/talk`, people.bob),
    connect(`${umbrella}/talk`, people.eve)
  ]
  const [ada, bob, eve] = sockets
  assert.ok(ada && bob && eve)
  const heard = sockets.map(hear)
  await arrival(Promise.all(sockets.map((socket) => once(socket, 'open'))), 'the sockets')
  ada.send('Who takes the printer?')
  await arrival(once(bob, 'message'), 'the question')
  bob.send('I do.')
  eve.send('Is anybody here?')
  await until(() => heard.map(({ length }) => length).join() === '2,2,1', 'the answers')
  assert.deepEqual(heard, [
    ['ada: Who takes the printer?', 'bob: I do.'],
    ['ada: Who takes the printer?', 'bob: I do.'],
    ['eve: Is anybody here?']
  ])

  const { body } = await fetch(`${origin}${acme}/events`, { headers: people.ada.headers })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  assert.ok(reader)
  const event = async () => (await arrival(reader.read(), 'an event')).value
  const [, epoch, place] =
    /^id: (\w{8})-(\d+)\n\n$/.exec(String(await event())) ?? assert.fail('the place of the reader comes first')
  await ask(`POST ${umbrella}/tickets`, people.eve, { title: 'Not for Acme', text: 'A secret.' })
  await ask(`POST ${acme}/tickets/1/comments`, people.tom, { text: 'Is it out?' })
  const commented = `event: news\nid: ${epoch}-${Number(place) + 1}\ndata: {"what":"commented","ticket":1}\n\n`
  assert.equal(await event(), commented)

  const began = performance.now()
  const ended = sockets.map(closeOf)
  const closed = app.close()
  // The stream is aborted and not ended, so that a client reconnects.
  await assert.rejects(arrival(reader.read(), 'the end'), TypeError)
  await arrival(Promise.all([...ended, closed]), 'the close')
  assert.ok(performance.now() - began < 10_000, 'nothing waits for closeTimeout')
})
