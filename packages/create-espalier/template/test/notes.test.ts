import assert from 'node:assert/strict'
import { after, test } from 'node:test'
// with events
import { createClient } from 'espalier/client'
// end
// with login
import { doors } from '../src/accounts/contract.ts'
// end
import { createApp } from '../src/app.ts'
import { notes } from '../src/notes/contract.ts'
import { readSettings } from '../src/settings.ts'

// with database
const app = await createApp({ database: process.env.TEST_DATABASE_URL ?? 'memory://' })
// end
// without database
const app = await createApp()
// end
after(() => app.close())

// with login
/** Signs up, logs in, and returns the headers that say so. */
async function logIn(name: string) {
  const body = { name: `${name}-${process.hrtime.bigint()}`, password: 'correct horse' }
  await app.inject(doors.signUp, { body }).expect(201)
  const { headers } = await app.inject(doors.logIn, { body })
  return { cookie: `${headers['set-cookie']}`.split(';', 1)[0] ?? '' }
}

test('a note belongs to the account that wrote it', async () => {
  const headers = await logIn('ada')
  const note = await app.inject(notes.write, { headers, body: { text: 'Buy milk' } }).expect(201)

  assert.equal(note.text, 'Buy milk')
  assert.deepEqual(await app.inject(notes.list, { headers }).expect(200), [note])
  const others = await logIn('tom')
  assert.deepEqual(await app.inject(notes.list, { headers: others }).expect(200), [])
  await app.inject(notes.remove, { headers: others, params: { id: note.id } }).expect(404)
})

test('without a session a note is neither read nor written', async () => {
  await app.inject(notes.list).expect(401)
  await app.inject(notes.write, { body: { text: 'Buy milk' } }).expect(401)
})
// end
// without login
test('a note that is written is listed', async () => {
  const note = await app.inject(notes.write, { body: { text: 'Buy milk' } }).expect(201)

  assert.equal(note.text, 'Buy milk')
  const listed = await app.inject(notes.list).expect(200)
  assert.deepEqual(listed.at(-1), note)
})
// end

test('a note is removed once', async () => {
  // with login
  const headers = await logIn('ada')
  const { id } = await app.inject(notes.write, { headers, body: { text: 'Buy milk' } }).expect(201)
  await app.inject(notes.remove, { headers, params: { id } }).expect(204)
  await app.inject(notes.remove, { headers, params: { id } }).expect(404)
  // end
  // without login
  const { id } = await app.inject(notes.write, { body: { text: 'Buy milk' } }).expect(201)
  await app.inject(notes.remove, { params: { id } }).expect(204)
  await app.inject(notes.remove, { params: { id } }).expect(404)
  // end
})

test('a blank note is refused', async () => {
  // with login
  const headers = await logIn('ada')
  await app.inject(notes.write, { headers, body: { text: '  ' } }).expect(400)
  // end
  // without login
  await app.inject(notes.write, { body: { text: '  ' } }).expect(400)
  // end
})
// with events

test('a reader that comes back hears the notes that it has missed', async () => {
  const origin = await app.listen({ port: 0 })
  // with login
  const headers: Record<string, string> = await logIn('ada')
  const place = (await app.inject(notes.write, { headers, body: { text: 'seen' } }).expect(201)).id
  await app.inject(notes.write, { headers, body: { text: 'missed' } }).expect(201)
  // end
  // without login
  const headers: Record<string, string> = {}
  const place = (await app.inject(notes.write, { body: { text: 'seen' } }).expect(201)).id
  await app.inject(notes.write, { body: { text: 'missed' } }).expect(201)
  // end
  const client = createClient({ notes }, { baseUrl: origin })
  for await (const { data } of await client.notes
    .watch({ headers: { ...headers, 'last-event-id': `${place}` } })
    .expect(200)) {
    assert.equal(data.text, 'missed')
    break
  }
})
// end

test('the app lives, and is ready', async () => {
  assert.equal((await app.inject('/live')).statusCode, 200)
  assert.deepEqual(JSON.parse((await app.inject('/ready')).body), { state: 'ready', failed: [] })
})

test('the document describes the notes', async () => {
  const { paths }: { paths: object } = JSON.parse((await app.inject('/docs/openapi.json')).body)
  assert.ok('/api/notes' in paths)
})

test('settings that are wrong are told all at once', () => {
  assert.throws(() => readSettings({ PORT: 'x', LOG_LEVEL: 'loud' }), /PORT is 'x'.*\nLOG_LEVEL is 'loud'/)
})
