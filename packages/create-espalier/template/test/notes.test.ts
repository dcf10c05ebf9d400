import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testClient, watchAnswers } from '@espalier/testing'
// with events
import { createClient } from 'espalier/client'
// end
// with login
import { doors } from '../src/accounts/contract.ts'
// end
import makeApp from '../src/app.ts'
import { notes } from '../src/notes/contract.ts'
import { appSettings } from '../src/settings.ts'

// Answers that break their schemas fail this file.
watchAnswers()
const app = await makeApp()
after(() => app.close())

// with login
const client = testClient(app, {
  async login(visitor, name: string) {
    const body = { name: `${name}-${process.hrtime.bigint()}`, password: 'correct horse' }
    await visitor.inject(doors.signUp, { body }).expect(201)
    await visitor.inject(doors.logIn, { body }).expect(201)
  }
})

test('a note belongs to the account that wrote it', async () => {
  const ada = await client.as('ada')
  const note = await ada.inject(notes.write, { body: { text: 'Buy milk' } }).expect(201)

  assert.equal(note.text, 'Buy milk')
  assert.deepEqual(await ada.inject(notes.list).expect(200), [note])
  const tom = await client.as('tom')
  assert.deepEqual(await tom.inject(notes.list).expect(200), [])
  await tom.inject(notes.remove, { params: { id: note.id } }).expect(404)
})

test('without a session a note is neither read nor written', async () => {
  await app.inject(notes.list).expect(401)
  await app.inject(notes.write, { body: { text: 'Buy milk' } }).expect(401)
})
// end
// without login
const ada = testClient(app)

test('a note that is written is listed', async () => {
  const note = await ada.inject(notes.write, { body: { text: 'Buy milk' } }).expect(201)

  assert.equal(note.text, 'Buy milk')
  const listed = await ada.inject(notes.list).expect(200)
  assert.deepEqual(listed.at(-1), note)
})
// end

test('a note is removed once', async () => {
  // with login
  const ada = await client.as('ada')
  // end
  const { id } = await ada.inject(notes.write, { body: { text: 'Buy milk' } }).expect(201)
  await ada.inject(notes.remove, { params: { id } }).expect(204)
  await ada.inject(notes.remove, { params: { id } }).expect(404)
})

test('a blank note is refused', async () => {
  // with login
  const ada = await client.as('ada')
  // end
  await ada.inject(notes.write, { body: { text: '  ' } }).expect(400)
})
// with events

test('a reader that comes back hears the notes that it has missed', async () => {
  const baseUrl = await app.listen({ port: 0 })
  // with login
  const ada = await client.as('ada')
  const page = createClient({ notes }, { baseUrl, headers: { cookie: `session=${ada.cookies('/api').session}` } })
  // end
  // without login
  const page = createClient({ notes }, { baseUrl })
  // end
  /** The first event of a stream that begins behind an id, or now, and is cut off then. */
  const read = async (headers: { 'last-event-id'?: string }, write: () => Promise<unknown>) => {
    const events = await page.notes.watch({ headers }).expect(200)
    await write()
    for await (const event of events) return event
    return
  }
  const write = (text: string) => ada.inject(notes.write, { body: { text } }).expect(201)

  const seen = await read({}, () => write('seen'))
  await write('missed')
  const missed = await read({ 'last-event-id': `${seen?.id}` }, async () => undefined)
  assert.equal(missed?.data?.text, 'missed')
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
  assert.throws(() => appSettings.read({ PORT: 'x', LOG_LEVEL: 'loud' }), /PORT: expected .*\n  LOG_LEVEL: expected /)
})
