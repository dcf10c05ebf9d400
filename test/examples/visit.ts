// A visit to the library, written as questions and the answers they must get, to the byte.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { story } from '../story.ts'
import { type Answer, type Ended, type Library, type Question, startLibrary } from './running-library.ts'

/** What an answer must be: its status, its body, and header fields; `undefined` stands for none. */
export interface Expected {
  status: number
  body: string
  headers?: Record<string, string | undefined>
}

export const staff = { authorization: 'Bearer token-of-the-test' }
export const ada = { 'library-card': 'card-of-ada' }
export const bob = { 'library-card': 'card-of-bob' }
export const cleo = { 'library-card': 'card-of-cleo' }

export const answer = (status: number, body: string, headers: Expected['headers'] = {}): Expected => ({
  status,
  body,
  headers
})

export const refusal = (status: number, code: string, message: string, headers: Expected['headers'] = {}) =>
  answer(status, JSON.stringify({ code, message }), headers)

export const invalid = (message: string) =>
  answer(400, JSON.stringify({ code: 'INVALID_REQUEST', message, part: /^\w+/.exec(message)?.[0] }))

/** The beginnings of the books that the library opens with; what follows is whether they are on the shelf. */
export const books = {
  darkness:
    '{"id":1,"isbn":"9780441478125","title":"The Left Hand of Darkness","author":"Ursula K. Le Guin","year":1969',
  waves: '{"id":2,"isbn":"9780156949606","title":"The Waves","author":"Virginia Woolf","year":1931',
  disquiet: '{"id":3,"isbn":"9780811213578","title":"The Book of Disquiet","author":"Fernando Pessoa","year":1982',
  cristo: '{"id":4,"isbn":"9780140449266","title":"The Count of Monte Cristo","author":"Alexandre Dumas","year":1844',
  q84: '{"id":5,"isbn":"9780307593313","title":"1Q84","author":"Haruki Murakami","year":2009'
}

export const shelf = (...onShelf: string[]) => onShelf.map((book) => `${book},"available":true}`).join(',')

export const loan = (id: number, bookId: number, title: string, returnedOn: string | null = null) =>
  JSON.stringify({ id, bookId, title, borrowedOn: '2024-05-01', dueOn: '2024-05-22', returnedOn })

export const borrow = (headers: OutgoingHttpHeaders, bookId: number): Question => ({
  path: '/me/loans',
  headers,
  body: { bookId }
})

export const giveBack = (headers: OutgoingHttpHeaders, id: number): Question => ({
  method: 'POST',
  path: `/me/loans/${id}/return`,
  headers
})

/**
 * Opens a library in an empty folder, for the tests of one file, on the first of May 2024. These tests are one story.
 * @param name what the story is about
 */
export function visitLibrary(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'library-'))
  const env = { LIBRARY_DATA: folder, LIBRARY_STAFF_TOKEN: 'token-of-the-test', LIBRARY_TODAY: '2024-05-01' }
  let library: Library

  const open = async (changes: NodeJS.ProcessEnv = {}) => {
    library = await startLibrary({ ...env, ...changes })
  }
  const end = (signal: NodeJS.Signals): Promise<Ended> => library.end(signal)
  const ask = (question: Question) => library.ask(question)

  before(() => open(), { timeout: 600_000 })
  after(async () => {
    // Where it did not open there is none.
    await library?.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const test = story(name)
  return {
    env,
    test,
    ask,
    open,
    end,
    exchange: (name: string, question: Question, expected: Expected) =>
      test(name, async () => check(await ask(question), expected))
  }
}

export function check({ status, body, headers }: Answer, expected: Expected) {
  assert.deepEqual({ status, body }, { status: expected.status, body: expected.body })
  const framing = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body))
  }
  const fields = { ...(status !== 204 && framing), ...expected.headers }
  for (const [name, value] of Object.entries(fields)) assert.equal(headers[name], value, name)
}
