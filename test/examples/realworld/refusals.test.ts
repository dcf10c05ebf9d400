// Requests that Conduit rejects: without a valid token, for resources of other users, or with a schema violation.
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
import { openConduit } from './conduit.ts'
import { operations } from './contract.ts'

const { app, contract, visitor, publish } = await openConduit()
const test = story('rejected requests of the operations')

/** Returns the status and the messages of an error response. */
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

test('a broken, foreign, expired, unsigned or unknown token, or another scheme, is a 401', async () => {
  const right = await visitor.as('ada')
  const { jwt } = await app.ready()
  await using stranger = await espalier().register(tokens, { secret: 'another secret' })
  const unsigned = ['{"alg":"none","typ":"JWT"}', '{"id":1}'].map((part) => Buffer.from(part).toString('base64url'))
  const wrong = ['', 'not.a.token', stranger.jwt.sign({ id: 1 }), jwt.sign({ id: 1, iat: 1 }, { expiresIn: '1s' })]
  const shown = [...wrong, `${unsigned.join('.')}.`, jwt.sign({ id: 99 })].map((token) => `Token ${token}`)
  for (const authorization of [...shown, `${right.headers.authorization}`.replace('Token', 'Bearer')]) {
    const headers = { authorization }
    assert.deepEqual(refusal(await app.inject(getCurrentUser, { headers })), wrongToken, authorization)
    assert.deepEqual(refusal(await app.inject(getArticles, { headers })), wrongToken, authorization)
  }
  await right.inject(getCurrentUser).expect(200)
})

test('a wrong password and an unknown email get the same 401', async () => {
  for (const email of ['ada@example.com', 'eve@example.com']) {
    const answer = await app.inject(login, { body: { user: { email, password: 'a guess' } } })
    assert.deepEqual(refusal(answer), [401, 'email or password is invalid'])
  }
})

test('a taken username or email is a 422', async () => {
  const bob = await visitor.as('bob')
  const password = 'a long secret'
  const takenName = { user: { username: 'ada', email: 'new@example.com', password } }
  const takenEmail = { user: { username: 'new', email: 'ada@example.com', password } }
  const refusals = [
    await app.inject(register, { body: takenName }),
    await app.inject(register, { body: takenEmail }),
    await bob.inject(updateCurrentUser, { body: { user: { username: 'ada' } } }),
    await bob.inject(updateCurrentUser, { body: { user: { email: 'ada@example.com' } } })
  ]
  assert.deepEqual(refusals.map(refusal), [
    [422, 'username has already been taken'],
    [422, 'email has already been taken'],
    [422, 'username has already been taken'],
    [422, 'email has already been taken']
  ])
})

test("a user cannot change or remove another user's article or comment", async () => {
  const [cleo, dora] = [await visitor.as('cleo'), await visitor.as('dora')]
  const params = { slug: await publish(cleo, 'Hers') }
  const other = { slug: await publish(dora, 'Not hers') }
  const added = await cleo.inject(addComment, { params, body: { comment: { body: 'Mine' } } }).expect(200)
  const { id } = added.comment

  const refusals = [
    await dora.inject(updateArticle, { params, body: { article: { body: 'Changed' } } }),
    await dora.inject(deleteArticle, { params }),
    await dora.inject(deleteComment, { params: { ...params, id } }),
    await cleo.inject(deleteComment, { params: { ...other, id } })
  ]
  assert.deepEqual(refusals.map(refusal), [
    [403, `the article ${params.slug} is not yours`],
    [403, `the article ${params.slug} is not yours`],
    [403, `the comment ${id} is not yours`],
    [404, `the article ${other.slug} has no comment ${id}`]
  ])
  const { article } = await visitor.inject(getArticle, { params }).expect(200)
  assert.equal(article.body, 'All of Hers')
  const { comments } = await visitor.inject(getComments, { params }).expect(200)
  assert.equal(comments.length, 1)
})

test('an unknown article, user or path is a 404', async () => {
  const emma = await visitor.as('emma')
  const params = { slug: 'nothing-1' }
  const noArticle = [404, 'there is no article nothing-1']
  const body = { comment: { body: 'Hello?' } }
  const refusals = [
    await app.inject(getArticle, { params }),
    await emma.inject(updateArticle, { params, body: { article: { title: 'x' } } }),
    await emma.inject(deleteArticle, { params }),
    await emma.inject(favorite, { params }),
    await app.inject(getComments, { params }),
    await emma.inject(addComment, { params, body })
  ]
  for (const answer of refusals) assert.deepEqual(refusal(answer), noArticle)
  const noUser = [404, 'there is no user nobody']
  assert.deepEqual(refusal(await app.inject(getProfile, { params: { username: 'nobody' } })), noUser)
  assert.deepEqual(refusal(await emma.inject(follow, { params: { username: 'nobody' } })), noUser)
  assert.deepEqual(refusal(await app.inject('/api/nowhere')), [404, 'there is nothing at GET /api/nowhere'])
})

test('a schema violation is a 422 that names its place', async () => {
  const fay = await visitor.as('fay')
  const user = { username: 'gus', email: 'gus@example.com', password: 'short' }
  const article = { title: 'Null', description: 'A character', body: '\0' }
  const refusals = [
    await app.inject(register, { body: { user } }),
    await fay.inject(updateCurrentUser, { body: { user: {} } }),
    await fay.inject(createArticle, { body: { article } }),
    await app.inject(getArticles, { query: { limit: 0 } }),
    await fay.inject({ method: 'DELETE', url: '/api/articles/x/comments/first' })
  ]
  assert.deepEqual(refusals.map(refusal), [
    [422, 'body/user/password must NOT have fewer than 8 characters'],
    [422, 'body/user must NOT have fewer than 1 properties'],
    [422, 'body/article/body must match pattern "^[^\\u0000]*$"'],
    [422, 'querystring/limit must be >= 1'],
    [422, 'params/id must be integer']
  ])
  assert.deepEqual(refusal(await fay.inject(follow, { params: { username: 'fay' } })), [
    422,
    'nobody follows themselves'
  ])
})

test('a body that is not JSON is a 400 in the same format', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/api/users/login', headers, body: '{' })
  assert.equal(answer.statusCode, 400)
  assert.equal(answer.json<{ errors: { body: string[] } }>().errors.body.length, 1)
})

test('names with SQL are treated as text', async () => {
  const username = "o'); drop table users; --"
  const body = { user: { username, email: 'o@example.com', password: 'a long secret' } }
  await visitor.inject(register, { body }).expect(201)
  const { profile } = await visitor.inject(getProfile, { params: { username } }).expect(200)
  assert.equal(profile.username, username)
  const listed = await app.inject(getArticles, { query: { tag: "' or true --" } })
  assert.equal(listed.body, '{"articles":[],"articlesCount":0}')
})

test('every protected operation has responded with 401', () => {
  const refused = operations.filter(({ isProtected }) => isProtected).map(({ name }) => `${name} 401`)
  assert.equal(refused.length, 12)
  assert.deepEqual(
    refused.filter((answer) => !contract.seen.has(answer)),
    []
  )
})
