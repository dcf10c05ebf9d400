// Two apps of the help desk on one database: a reader of either gets the events of both, and can change between them without a gap.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { createClient } from 'espalier/client'
import { type RawData, WebSocket } from 'ws'
import { accounts, doors, live, members, tickets } from '../../examples/helpdesk/endpoints.ts'
import { arrival, until } from '../until.ts'
import { helpDeskApps } from './helpdesk-apps.ts'

const open = await helpDeskApps()
const origins = await Promise.all([open(), open()].map((app) => app.listen({ port: 0 })))
const [first = '', second = ''] = origins
const org = 'acme'

const clientOf = (baseUrl: string, token = '') =>
  createClient(
    { ...doors, ...accounts, ...members, ...tickets, ...live },
    { baseUrl, headers: { authorization: `Bearer ${token}` } }
  )

/** Signs up, and logs in; resolves to a client of each process. */
async function enter(name: string) {
  const body = { name, password: 'a long secret' }
  const client = clientOf(first)
  await client.signUp({ body }).expect(201)
  const { token } = await client.logIn({ body }).expect(201)
  return { token, clients: [clientOf(first, token), clientOf(second, token)] as const }
}

const ada = await enter('ada')
const [one, other] = ada.clients
await one.found({ body: { slug: org, title: 'Acme' } }).expect(201)
const ticket = (title: string) => ({ params: { org }, body: { title, text: 'Again.' } })

/** The news behind a place, until there are as many as are wanted, and the place behind them. */
async function read(client: typeof one, seen: string | undefined, count: number) {
  const found: string[] = []
  const headers = seen === undefined ? {} : { 'last-event-id': seen }
  for await (const event of await client.watch({ params: { org }, headers }).expect(200)) {
    found.push(event.event === 'news' ? `${event.data.what} ${event.data.ticket}` : event.event)
    seen = event.id ?? assert.fail('each event has an id')
    if (found.length === count) break
  }
  return { found, seen }
}

test('a reader of one process gets events of the other, and resumes on either without a gap', async () => {
  const stream = await other.watch({ params: { org } }).expect(200)
  for (const title of ['Fire', 'Smoke']) await one.open(ticket(title)).expect(201)
  const heard = []
  let seen: string | undefined
  for await (const event of stream) {
    heard.push(event.data)
    seen = event.id
    if (heard.length === 2) break
  }
  assert.deepEqual(heard, [
    { what: 'opened', ticket: 1 },
    { what: 'opened', ticket: 2 }
  ])

  // No reader is connected.
  await other.open(ticket('Water')).expect(201)
  await one.mark({ params: { org, id: 1 }, body: { status: 'closed' } }).expect(200)
  await other.comment({ params: { org, id: 2 }, body: { text: 'It is out.' } }).expect(201)
  const back = await read(one, seen, 3)
  assert.deepEqual(back.found, ['opened 3', 'closed 1', 'commented 2'])
  await one.open(ticket('Ashes')).expect(201)
  assert.deepEqual((await read(other, back.seen, 1)).found, ['opened 4'])
  assert.deepEqual((await read(other, seen, 4)).found, [...back.found, 'opened 4'])
})

test('concurrent changes in both processes arrive once', async () => {
  const { seen } = await read(one, 'not of this log', 1)
  const opened = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).open(ticket(`Ticket ${n}`)).expect(201))
  )
  const expected = opened.map(({ id }) => `opened ${id}`).sort()
  for (const client of [one, other]) assert.deepEqual((await read(client, seen, 20)).found.sort(), expected)
})

test('an unknown Last-Event-ID gets a reset event', async () => {
  for (const seen of ['7', 'x'.repeat(100), 'abcdefgh-1']) assert.deepEqual((await read(one, seen, 1)).found, ['reset'])
})

test('chat lines reach agents in both processes once and in order', async () => {
  const bob = await enter('bob')
  await one.appoint({ params: { org, name: 'bob' }, body: { role: 'agent' } }).expect(204)
  const heard = await Promise.all(
    [
      [first, ada.token],
      [second, bob.token]
    ].map(async ([origin = '', token]) => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/orgs/${org}/talk`, {
        headers: { authorization: `Bearer ${token}` }
      })
      const lines: string[] = []
      socket.on('message', (line: RawData) => lines.push(`${line}`))
      await arrival(once(socket, 'open'), 'the socket')
      return { socket, lines }
    })
  )
  const said = Array.from({ length: 20 }, (_, n) => `line ${n}`)
  for (const line of said) heard[0]?.socket.send(line)
  const all = said.map((line) => `ada: ${line}`)
  await until(() => heard.every(({ lines }) => lines.length >= said.length), 'the lines')
  for (const { lines } of heard) assert.deepEqual(lines, all)
})
