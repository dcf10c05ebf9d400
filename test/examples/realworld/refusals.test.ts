// What Conduit refuses: requests without the right token, what belongs to others, and what no schema admits.
import assert from 'node:assert/strict'
import { espalier } from 'espalier'
import {
  addComment,
  createArticle,
  deleteArticle,
  deleteComment,
  favorite,
  follow,
  getArticle,
  getArticles,
  getComments,
  getCurrentUser,
  getProfile,
  login,
  register,
  updateArticle,
  updateCurrentUser
} from '../../../examples/realworld/endpoints.ts'
import { tokens } from '../../../examples/realworld/tokens.ts'
import { story } from '../../story.ts'
import { openConduit, showing } from './conduit.ts'
import { operations } from './contract.ts'

const { app, contract, enrol, publish } = openConduit()
const test = story('what the operations of the document refuse')

/** What an answer refuses with: its status and the sentences. */
const refusal = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  ...JSON.parse(body).errors.body
]

const noToken = [401, 'a token is needed: Authorization: Token …']
const wrongToken = [401, 'the token is invalid or has expired']

for (const { name } of operations.filter(({ isProtected }) => isProtected)) {
  test(`${name} needs a token`, async () => {
    const [method = '', path = ''] = name.split(' ')
    const answer = await app.inject({ method, url: path.replace(':id', '1') })
    assert.deepEqual(refusal(answer), noToken)
    assert.equal(answer.headers['www-authenticate'], 'Token')
  })
}

test('a token is refused that is broken, of another secret, expired, unsigned, of nobody or of another scheme', async () => {
  const right = await enrol('ada')
  const { jwt } = await app.ready()
  await using stranger = await espalier().register(tokens, { secret: 'another secret' })
  const unsigned = ['{"alg":"none","typ":"JWT"}', '{"id":1}'].map((part) => Buffer.from(part).toString('base64url'))
  const wrong = [
    showing(''),
    showing('not.a.token'),
    showing(stranger.jwt.sign({ id: 1 })),
    showing(jwt.sign({ id: 1, iat: 1 }, { expiresIn: '1s' })),
    showing(`${unsigned.join('.')}.`),
    showing(jwt.sign({ id: 99 })),
    { authorization: right.authorization.replace('Token', 'Bearer') }
  ]
  for (const headers of wrong) {
    assert.deepEqual(refusal(await app.inject(getCurrentUser, { headers })), wrongToken, headers.authorization)
    assert.deepEqual(refusal(await app.inject(getArticles, { headers })), wrongToken, headers.authorization)
  }
  assert.equal((await app.inject(getCurrentUser, { headers: right })).statusCode, 200)
})

test('a wrong password and an unknown email are refused in the same words', async () => {
  for (const email of ['ada@example.com', 'eve@example.com']) {
    const answer = await app.inject(login, { body: { user: { email, password: 'a guess' } } })
    assert.deepEqual(refusal(answer), [401, 'email or password is invalid'])
  }
})

test('a username and an email belong to one user', async () => {
  const headers = await enrol('bob')
  const password = 'a long secret'
  const takenName = { user: { username: 'ada', email: 'new@example.com', password } }
  const takenEmail = { user: { username: 'new', email: 'ada@example.com', password } }
  const refusals = [
    await app.inject(register, { body: takenName }),
    await app.inject(register, { body: takenEmail }),
    await app.inject(updateCurrentUser, { headers, body: { user: { username: 'ada' } } }),
    await app.inject(updateCurrentUser, { headers, body: { user: { email: 'ada@example.com' } } })
  ]
  assert.deepEqual(refusals.map(refusal), [
    [422, 'username has already been taken'],
    [422, 'email has already been taken'],
    [422, 'username has already been taken'],
    [422, 'email has already been taken']
  ])
})

test("nobody changes or removes another's article or comment, nor in the name of another article", async () => {
  const [cleo, dora] = [await enrol('cleo'), await enrol('dora')]
  const params = { slug: await publish(cleo, 'Hers') }
  const other = { slug: await publish(dora, 'Not hers') }
  const added = await app.inject(addComment, { params, headers: cleo, body: { comment: { body: 'Mine' } } })
  assert.ok(added.statusCode === 200)
  const { id } = added.json().comment

  const refusals = [
    await app.inject(updateArticle, { params, headers: dora, body: { article: { body: 'Changed' } } }),
    await app.inject(deleteArticle, { params, headers: dora }),
    await app.inject(deleteComment, { params: { ...params, id }, headers: dora }),
    await app.inject(deleteComment, { params: { ...other, id }, headers: cleo })
  ]
  assert.deepEqual(refusals.map(refusal), [
    [403, `the article ${params.slug} is not yours`],
    [403, `the article ${params.slug} is not yours`],
    [403, `the comment ${id} is not yours`],
    [404, `the article ${other.slug} has no comment ${id}`]
  ])
  const article = await app.inject(getArticle, { params })
  assert.ok(article.statusCode === 200)
  assert.equal(article.json().article.body, 'All of Hers')
  const comments = await app.inject(getComments, { params })
  assert.ok(comments.statusCode === 200)
  assert.equal(comments.json().comments.length, 1)
})

test('what is not there is a 404', async () => {
  const headers = await enrol('emma')
  const params = { slug: 'nothing-1' }
  const noArticle = [404, 'there is no article nothing-1']
  const body = { comment: { body: 'Hello?' } }
  const refusals = [
    await app.inject(getArticle, { params }),
    await app.inject(updateArticle, { params, headers, body: { article: { title: 'x' } } }),
    await app.inject(deleteArticle, { params, headers }),
    await app.inject(favorite, { params, headers }),
    await app.inject(getComments, { params }),
    await app.inject(addComment, { params, headers, body })
  ]
  for (const answer of refusals) assert.deepEqual(refusal(answer), noArticle)
  const noUser = [404, 'there is no user nobody']
  assert.deepEqual(refusal(await app.inject(getProfile, { params: { username: 'nobody' } })), noUser)
  assert.deepEqual(refusal(await app.inject(follow, { params: { username: 'nobody' }, headers })), noUser)
  assert.deepEqual(refusal(await app.inject('/api/nowhere')), [404, 'there is nothing at GET /api/nowhere'])
})

test('what a schema refuses is a 422 that says where', async () => {
  const headers = await enrol('fay')
  const user = { username: 'gus', email: 'gus@example.com', password: 'short' }
  const article = { title: 'Null', description: 'A character', body: '\0' }
  const refusals = [
    await app.inject(register, { body: { user } }),
    await app.inject(updateCurrentUser, { headers, body: { user: {} } }),
    await app.inject(createArticle, { headers, body: { article } }),
    await app.inject(getArticles, { query: { limit: 0 } }),
    await app.inject({ method: 'DELETE', url: '/api/articles/x/comments/first', headers })
  ]
  assert.deepEqual(refusals.map(refusal), [
    [422, 'body/user/password must NOT have fewer than 8 characters'],
    [422, 'body/user must NOT have fewer than 1 properties'],
    [422, 'body/article/body must match pattern "^[^\\u0000]*$"'],
    [422, 'querystring/limit must be >= 1'],
    [422, 'params/id must be integer']
  ])
  assert.deepEqual(refusal(await app.inject(follow, { params: { username: 'fay' }, headers })), [
    422,
    'nobody follows themselves'
  ])
})

test('a body that is no JSON is refused in the same form', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/api/users/login', headers, body: '{' })
  assert.equal(answer.statusCode, 400)
  assert.equal(answer.json<{ errors: { body: string[] } }>().errors.body.length, 1)
})

test('names that read like SQL stay names', async () => {
  const username = "o'); drop table users; --"
  const body = { user: { username, email: 'o@example.com', password: 'a long secret' } }
  assert.equal((await app.inject(register, { body })).statusCode, 201)
  const found = await app.inject(getProfile, { params: { username } })
  assert.ok(found.statusCode === 200)
  assert.equal(found.json().profile.username, username)
  const listed = await app.inject(getArticles, { query: { tag: "' or true --" } })
  assert.equal(listed.body, '{"articles":[],"articlesCount":0}')
})

test('every operation that asks for a token has answered 401', () => {
  const refused = operations.filter(({ isProtected }) => isProtected).map(({ name }) => `${name} 401`)
  assert.equal(refused.length, 12)
  assert.deepEqual(
    refused.filter((answer) => !contract.seen.has(answer)),
    []
  )
})
