// The library on the first of May 2024. Each test goes on where the one before it ended.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { watchAnswers } from '@espalier/testing'
import { createLibrary } from '../../examples/library/app.ts'
import { librarySettings } from '../../examples/library/settings.ts'
import {
  ada,
  answer,
  bob,
  books,
  borrow,
  check,
  cleo,
  type Expected,
  emptyLibrary,
  giveBack,
  invalid,
  loan,
  type Question,
  refusal,
  shelf,
  staff,
  visit
} from './visit.ts'

const answers = watchAnswers()
const { env, drop } = await emptyLibrary()
const app = createLibrary(librarySettings.of({ ...env, LOG_LEVEL: 'silent' }))
// Other apps of this process have tests of their own.
answers.stop()
after(async () => {
  await app.close()
  await drop()
  answers.check()
})

const ask = (question: Question) => app.inject({ method: question.body === undefined ? 'GET' : 'POST', ...question })
const { exchange, test } = visit('a visit to the library', ask)
const { darkness, waves, disquiet, cristo, q84 } = books

const link = (path: string, pages: Record<string, number>) => ({
  link: Object.entries(pages)
    .map(([relation, page]) => `<${path.replace('$', String(page))}>; rel="${relation}"`)
    .join(', ')
})

// The catalogue, open to everyone

exchange(
  'the catalogue lists what is on the shelf, by title',
  { path: '/books' },
  answer(200, `{"items":[${shelf(q84, disquiet, cristo, darkness, waves)}],"total":5}`, {
    link: '</books?page=1>; rel="first", </books?page=1>; rel="last"'
  })
)

exchange(
  'a page links to the pages around it and keeps the search',
  { path: '/books?size=1&page=2&search=the' },
  answer(
    200,
    `{"items":[${shelf(cristo)}],"total":4}`,
    link('/books?size=1&page=$&search=the', { first: 1, prev: 1, next: 3, last: 4 })
  )
)

exchange(
  'a page beyond the last one is empty and leads back',
  { path: '/books?page=9&size=2' },
  answer(200, '{"items":[],"total":5}', link('/books?page=$&size=2', { first: 1, prev: 3, last: 3 }))
)

exchange(
  'a search finds an author in any case',
  { path: '/books?search=WOOLF' },
  answer(200, `{"items":[${shelf(waves)}],"total":1}`)
)

exchange(
  'wildcard characters of a search match literally',
  { path: '/books?search=%25' },
  answer(200, '{"items":[],"total":0}')
)
exchange(
  'a search with a null character is a 400',
  { path: '/books?search=%00' },
  invalid('querystring/search must match pattern "^[^\\u0000]*$"')
)

exchange('one book is found by its id', { path: '/books/4' }, answer(200, shelf(cristo)))

test('HEAD has the Content-Length of GET and no body', async () => {
  const { statusCode: status, headers, body } = await ask({ method: 'HEAD', path: '/books/4' })
  assert.deepEqual([status, headers['content-length'], body], [200, String(shelf(cristo).length), ''])
})

exchange(
  'a page that is not a number is a 400',
  { path: '/books?page=two' },
  invalid('querystring/page must be integer')
)
exchange(
  'a page size over the maximum is a 400',
  { path: '/books?size=101' },
  invalid('querystring/size must be <= 100')
)
exchange('an id that is not a number is a 400', { path: '/books/one' }, invalid('params/id must be integer'))
exchange(
  'an id beyond the integer range of the database is a 400',
  { path: '/books/2147483648' },
  invalid('params/id must be <= 2147483647')
)
exchange('an unknown book is a 404', { path: '/books/99' }, refusal(404, 'NO_SUCH_BOOK', 'There is no book 99.'))
exchange('an unknown path is a 404', { path: '/no?a=1' }, refusal(404, 'NOT_FOUND', 'There is nothing at GET /no?a=1.'))

exchange(
  'a malformed path is a 400 in the same format',
  { path: '/%zz' },
  refusal(400, 'FST_ERR_BAD_URL', "'/%zz' is not a valid url component")
)

// The staff, behind a token

for (const [method, path] of [
  ['POST', '/staff/books'],
  ['DELETE', '/staff/members/1'],
  ['GET', '/staff/reports/overdue']
] as const) {
  exchange(
    `${method} ${path} without a token is a 401`,
    { method, path },
    refusal(401, 'NOT_STAFF', 'missing authorization header', { 'www-authenticate': 'Bearer' })
  )
}

exchange(
  'a wrong token is a 401',
  { path: '/staff/members', headers: { authorization: 'Bearer card-of-ada' } },
  refusal(401, 'NOT_STAFF', 'invalid authorization header', { 'www-authenticate': 'Bearer error="invalid_token"' })
)

const newBook = { isbn: '9780811216029', title: 'Labyrinths', author: 'Jorge Luis Borges', year: 1962 }
const labyrinths = '{"id":6,"isbn":"9780811216029","title":"Labyrinths","author":"Jorge Luis Borges","year":1962'
const isbnTaken = refusal(409, 'ISBN_TAKEN', 'Another book has this ISBN.')

const add = (body: object): Question => ({ path: '/staff/books', headers: staff, body })
const put = (id: number, body: object): Question => ({ ...add(body), method: 'PUT', path: `/staff/books/${id}` })
const remove = (path: string): Question => ({ method: 'DELETE', path, headers: staff })

exchange('the staff adds a book', add(newBook), answer(201, shelf(labyrinths), { location: '/books/6' }))
exchange('a second book with the same ISBN is a 409', add({ ...newBook, title: 'A copy' }), isbnTaken)
exchange('a change to the ISBN of another book is a 409', put(6, { ...newBook, isbn: '9780156949606' }), isbnTaken)

exchange(
  'an invalid ISBN is a 400',
  add({ ...newBook, isbn: '978-0811216029' }),
  invalid('body/isbn must match pattern "^(97[89])?\\d{9}[\\dX]$"')
)

exchange(
  'a book without a title is a 400',
  add({ isbn: newBook.isbn }),
  invalid("body must have required property 'title'")
)

exchange(
  'a year in quotes is coerced, and unknown members are removed',
  put(6, { ...newBook, year: '1964', id: 7 }),
  answer(200, shelf(labyrinths.replace('1962', '1964')))
)

exchange('a change of an unknown book is a 404', put(99, newBook), refusal(404, 'NO_SUCH_BOOK', 'There is no book 99.'))

exchange(
  'the staff removes a book that was never lent',
  remove('/staff/books/6'),
  answer(204, '', { 'content-type': undefined, 'content-length': undefined })
)

exchange(
  'a removed book cannot be removed again',
  remove('/staff/books/6'),
  refusal(404, 'NO_SUCH_BOOK', 'There is no book 6.')
)

const enrol = (name: string, card: string, headers = {}): Question => ({
  path: '/staff/members',
  headers: { ...staff, ...headers },
  body: { name, card }
})
const adaRecord = '{"id":1,"name":"Ada","card":"card-of-ada"}'

exchange('a member is enrolled', enrol('Ada', 'card-of-ada'), answer(201, adaRecord, { location: '/staff/members/1' }))

exchange(
  'a second member with the same card is a 409',
  enrol('Eve', 'card-of-ada'),
  refusal(409, 'CARD_TAKEN', 'Another member has this card.')
)

exchange(
  'text beyond ASCII is returned unchanged',
  enrol('Bób 📚', 'card-of-bob'),
  answer(201, '{"id":3,"name":"Bób 📚","card":"card-of-bob"}')
)

exchange(
  'a third member is enrolled',
  enrol('Cleo', 'card-of-cleo'),
  answer(201, '{"id":4,"name":"Cleo","card":"card-of-cleo"}')
)

exchange(
  'members are listed in pages',
  { path: '/staff/members?size=1', headers: staff },
  answer(
    200,
    `{"items":[${adaRecord}],"total":3}`,
    link('/staff/members?size=1&page=$', { first: 1, next: 2, last: 3 })
  )
)

exchange('a member is found by id', { path: '/staff/members/1', headers: staff }, answer(200, adaRecord))

exchange(
  'an unknown member is a 404',
  { path: '/staff/members/2', headers: staff },
  refusal(404, 'NO_SUCH_MEMBER', 'There is no member 2.')
)

exchange(
  'an unknown member cannot be removed',
  remove('/staff/members/2'),
  refusal(404, 'NO_SUCH_MEMBER', 'There is no member 2.')
)

// Bodies that are no request at all

const send = (type: string, body = ''): Question => ({
  method: 'POST',
  path: '/staff/members',
  headers: { ...staff, 'content-type': type },
  body
})

exchange(
  'a body that is not JSON is a 400',
  send('application/json', '{"name"'),
  refusal(400, 'FST_ERR_CTP_INVALID_JSON_BODY', "Body is not valid JSON but content-type is set to 'application/json'")
)

exchange(
  'an empty JSON body is a 400',
  send('application/json'),
  refusal(400, 'FST_ERR_CTP_EMPTY_JSON_BODY', "Body cannot be empty when content-type is set to 'application/json'")
)

exchange(
  'a missing body is a 400',
  { method: 'POST', path: '/staff/members', headers: staff },
  invalid('body must be object')
)

exchange(
  'a body of another content type is a 415',
  send('text/csv', 'Ada,card-of-ada'),
  refusal(415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE', 'Unsupported Media Type')
)

exchange(
  'a body over the limit is a 413',
  enrol('a'.repeat(20_000), 'card-of-eve'),
  refusal(413, 'FST_ERR_CTP_BODY_TOO_LARGE', 'Request body is too large')
)

// The members, each with a card

for (const [what, headers] of Object.entries({
  'no card': {},
  'an unknown card': { 'library-card': 'card-of-eve' },
  'the token of the staff': staff
})) {
  exchange(
    `a loan with ${what} is a 401`,
    borrow(headers, 1),
    refusal(401, 'NO_CARD', 'Show a valid card in the header Library-Card.', { 'www-authenticate': 'Library-Card' })
  )
}

exchange('a member sees their own record', { path: '/me', headers: ada }, answer(200, adaRecord))
exchange('a member begins without loans', { path: '/me/loans', headers: ada }, answer(200, '[]'))
exchange('a loan of an unknown book is a 404', borrow(ada, 99), refusal(404, 'NO_SUCH_BOOK', 'There is no book 99.'))

exchange(
  'a loan without a book is a 400',
  { path: '/me/loans', headers: ada, body: {} },
  invalid("body must have required property 'bookId'")
)

const lent = refusal(409, 'BOOK_LENT', 'This book is lent.')

/** Sends all requests at once. Returns the one response with a status, and checks the others. */
async function race(questions: Question[], status: number, others: Expected) {
  const answers = await Promise.all(questions.map(ask))
  const winner = answers.findIndex((received) => received.statusCode === status)
  for (const [index, received] of answers.entries()) if (index !== winner) check(received, others)
  const won = answers[winner]
  assert.ok(won, `one is answered with ${status}`)
  return { winner, won }
}

test('concurrent loans of one book succeed once', async () => {
  const members = [ada, bob, ada, bob, ada, bob, ada, bob]
  const { winner, won } = await race(
    members.map((headers) => borrow(headers, 1)),
    201,
    lent
  )
  check(won, answer(201, loan(1, 1, 'The Left Hand of Darkness')))
  check(await ask({ path: '/books/1' }), answer(200, `${darkness},"available":false}`))
  const returned = loan(1, 1, 'The Left Hand of Darkness', '2024-05-01')
  check(await ask(giveBack(members[winner] ?? {}, 1)), answer(200, returned))
  check(await ask({ path: '/books/1' }), answer(200, shelf(darkness)))
})

exchange('a member borrows a book', borrow(cleo, 2), answer(201, loan(9, 2, 'The Waves')))
exchange('a member borrows a second book', borrow(cleo, 3), answer(201, loan(10, 3, 'The Book of Disquiet')))

test('concurrent loans of one member succeed up to the limit', async () => {
  const questions = [4, 5, 4, 5].map((bookId) => borrow(cleo, bookId))
  await race(questions, 201, refusal(422, 'TOO_MANY_LOANS', 'You have 3 books; return one first.'))
})

test('concurrent returns of one loan succeed once', async () => {
  const questions = [11, 11, 11].map((id) => giveBack(cleo, id))
  const { won } = await race(questions, 200, refusal(409, 'ALREADY_RETURNED', 'Loan 11 ended on 2024-05-01.'))
  assert.equal(JSON.parse(won.body).returnedOn, '2024-05-01')
})

exchange(
  'a member sees their open loans',
  { path: '/me/loans', headers: cleo },
  answer(200, `[${loan(9, 2, 'The Waves')},${loan(10, 3, 'The Book of Disquiet')}]`)
)

exchange('a book that is lent cannot be borrowed', borrow(ada, 2), lent)
exchange('a returned book can be borrowed', borrow(ada, 1), answer(201, loan(13, 1, 'The Left Hand of Darkness')))
exchange(
  "a member cannot return another member's loan",
  giveBack(ada, 9),
  refusal(404, 'NO_SUCH_LOAN', 'You have no loan 9.')
)

exchange(
  'the history lists the latest loan first',
  { path: '/me/history?size=1&page=2', headers: cleo },
  answer(
    200,
    `{"items":[${loan(10, 3, 'The Book of Disquiet')}],"total":3}`,
    link('/me/history?size=1&page=$', { first: 1, prev: 1, next: 3, last: 3 })
  )
)

exchange(
  'a book that was lent stays in the records',
  remove('/staff/books/1'),
  refusal(409, 'HAS_LOANS', 'A book that was ever lent stays in the records.')
)

exchange(
  'a member who borrowed stays in the records',
  remove('/staff/members/4'),
  refusal(409, 'HAS_LOANS', 'A member who ever borrowed stays in the records.')
)

test('pages of members without a valid card are a 401', async () => {
  for (const path of ['/me', '/me/loans', '/me/history']) {
    for (const headers of [{}, { 'library-card': 'card-of-eve' }]) {
      assert.equal((await ask({ path, headers })).statusCode, 401, path)
    }
  }
})

test('a member who never borrowed is removed once', async () => {
  const { headers } = await ask(enrol('Dora', 'card-of-dora'))
  const dora = headers.location ?? assert.fail('the place of the member')
  check(await ask(remove(dora)), answer(204, ''))
  assert.equal((await ask(remove(dora))).statusCode, 404)
})

exchange(
  'a loan is not overdue on its first day',
  { path: '/staff/reports/overdue', headers: staff },
  answer(200, '[]')
)

exchange(
  'the staff sees the most borrowed book',
  { path: '/staff/reports/most-borrowed?limit=1', headers: staff },
  answer(200, '[{"bookId":1,"title":"The Left Hand of Darkness","loans":2}]')
)
