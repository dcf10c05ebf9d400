// A visit to the library: requests, and the exact responses that they must get.
import assert from 'node:assert/strict'
import type { InjectResponse } from 'espalier'
import { story } from '../story.ts'
import { createTestDatabase } from './test-database.ts'

type Headers = Record<string, string>

/** Options of `inject`. A question with a body is a POST, where it names no method. */
export interface Question {
  method?: string
  path: string
  headers?: Headers
  body?: string | object
}

export type Answer = Pick<InjectResponse, 'statusCode' | 'headers' | 'body'>

/** An expected response: its status, body and header fields. `undefined` is for an absent field. */
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

/** The first members of the initial books as JSON, without `available`. */
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

export const borrow = (headers: Headers, bookId: number): Question => ({
  path: '/me/loans',
  headers,
  body: { bookId }
})

export const giveBack = (headers: Headers, id: number): Question => ({
  method: 'POST',
  path: `/me/loans/${id}/return`,
  headers
})

/** Variables of a library with an empty database, on the first of May 2024, and the function that removes it. */
export async function emptyLibrary() {
  const { folder, env, drop } = await createTestDatabase('library')
  const given = { LIBRARY_DATA: folder, LIBRARY_STAFF_TOKEN: 'token-of-the-test', LIBRARY_TODAY: '2024-05-01' }
  return { env: { ...env, ...given }, drop }
}

/** Declares the tests of one story, which asks by a function. */
export function visit(name: string, ask: (question: Question) => Promise<Answer>) {
  const test = story(name)
  const exchange = (step: string, question: Question, expected: Expected) =>
    test(step, async () => check(await ask(question), expected))
  return { test, exchange }
}

export function check({ statusCode: status, body, headers }: Answer, expected: Expected) {
  assert.deepEqual({ status, body }, { status: expected.status, body: expected.body })
  const framing = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body))
  }
  const fields = { ...(status !== 204 && framing), ...expected.headers }
  for (const [name, value] of Object.entries(fields)) assert.equal(headers[name], value, name)
}
