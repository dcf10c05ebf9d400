// Requests to every operation of openapi.yml. The responses are checked by the document.
import assert from 'node:assert/strict'
import type { EndpointInput } from 'espalier'
import * as endpoints from '../../../examples/realworld/endpoints.ts'
import { story } from '../../story.ts'
import { openConduit } from './conduit.ts'
import { operations } from './contract.ts'

const { contract, visitor, publish } = await openConduit()
const test = story('the operations of the document')
const {
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
  getFeed,
  getProfile,
  getTags,
  login,
  register,
  unfavorite,
  unfollow,
  updateArticle,
  updateCurrentUser
} = endpoints

const titles = ({ articles }: { articles: { title: string }[] }) => articles.map(({ title }) => title)

test('the endpoints match the operations of the document', () => {
  assert.deepEqual(
    Object.values(endpoints)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
    operations.map(({ name }) => name).sort()
  )
})

test('a user registers, logs in by email and password, and is identified by the token', async () => {
  const user = { username: 'ada', email: 'ada@example.com', password: 'a long secret' }
  const registered = await visitor.inject(register, { body: { user } }).expect(201)
  const { token, ...rest } = registered.user
  assert.deepEqual(rest, { username: 'ada', email: 'ada@example.com', bio: '', image: '' })

  const entered = await visitor.inject(login, { body: { user } }).expect(200)
  for (const each of [token, entered.user.token]) {
    const headers = { authorization: `Token ${each}` }
    const current = await visitor.inject(getCurrentUser, { headers }).expect(200)
    assert.equal(current.user.username, 'ada')
  }
})

test('an update changes only the given members of a user', async () => {
  const bob = await visitor.as('bob')
  const user = { bio: 'Reads.', password: 'another secret' }
  const changed = await bob.inject(updateCurrentUser, { body: { user } }).expect(200)
  const { token, ...rest } = changed.user
  assert.deepEqual(rest, { username: 'bob', email: 'bob@example.com', bio: 'Reads.', image: '' })
  const credentials = (password: string) => ({ body: { user: { email: 'bob@example.com', password } } })
  await Promise.all([
    visitor.inject(login, credentials('secret of bob')).expect(401),
    visitor.inject(login, credentials('another secret')).expect(200)
  ])
})

test('a profile says whether the viewer follows its user', async () => {
  const cleo = await visitor.as('cleo')
  await visitor.as('dora')
  const params = { username: 'dora' }
  const views = [
    await visitor.inject(getProfile, { params }).expect(200),
    await cleo.inject(follow, { params }).expect(200),
    await cleo.inject(follow, { params }).expect(200),
    await cleo.inject(getProfile, { params }).expect(200),
    await visitor.inject(getProfile, { params }).expect(200),
    await cleo.inject(unfollow, { params }).expect(200)
  ]
  assert.deepEqual(
    views.map(({ profile }) => [profile.username, profile.following]),
    [false, true, true, true, false, false].map((following) => ['dora', following])
  )
})

test('a request without a body can have the content type application/json', async () => {
  const { inject } = await visitor.as('xavier')
  const headers = { 'content-type': 'application/json' }
  const refused: string[] = []
  for (const { name } of operations.filter(({ takesBody }) => !takesBody)) {
    const [method = '', path = ''] = name.split(' ')
    const { statusCode } = await inject({ method, url: path.replace(':id', '1'), headers })
    if (statusCode !== 200 && statusCode !== 404) refused.push(`${name} ${statusCode}`)
  }
  assert.deepEqual(refused, [])
})

test('an article is written, read, changed and removed by its author', async () => {
  const emma = await visitor.as('emma')
  const article = {
    title: 'À la recherche!',
    description: 'Time',
    body: 'Lost.',
    tagList: ['novel', 'france', 'novel']
  }
  const created = await emma.inject(createArticle, { body: { article } }).expect(201)
  const { slug, createdAt, updatedAt, ...rest } = created.article
  assert.match(slug, /^à-la-recherche-\d+$/)
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(rest, {
    ...article,
    tagList: ['france', 'novel'],
    favorited: false,
    favoritesCount: 0,
    author: { username: 'emma', bio: '', image: '', following: false }
  })

  assert.deepEqual(await visitor.inject(getArticle, { params: { slug } }).expect(200), created)

  const change = { params: { slug }, body: { article: { title: 'Swann' } } }
  const { article: renamed } = await emma.inject(updateArticle, change).expect(200)
  assert.match(renamed.slug, /^swann-\d+$/)
  assert.equal(renamed.body, 'Lost.')
  assert.ok(renamed.updatedAt > renamed.createdAt)

  const params = { slug: renamed.slug }
  await emma.inject(deleteArticle, { params }).expect(204)
  await visitor.inject(getArticle, { params }).expect(404)
})

test('articles are listed in pages, the latest first, by tag, author or favorite', async () => {
  const [fay, gus] = [await visitor.as('fay'), await visitor.as('gus')]
  await publish(fay, 'One', ['odd'])
  const slug = await publish(gus, 'Two')
  await publish(fay, 'Three', ['odd'])
  await fay.inject(favorite, { params: { slug } })

  const list = (query: NonNullable<EndpointInput<typeof getArticles>['query']>) =>
    fay.inject(getArticles, { query }).expect(200)
  assert.deepEqual(titles(await list({})), ['Three', 'Two', 'One'])
  assert.deepEqual(titles(await list({ author: 'fay' })), ['Three', 'One'])
  assert.deepEqual(titles(await list({ favorited: 'fay' })), ['Two'])
  const second = await list({ tag: 'odd', offset: 1, limit: 1 })
  assert.deepEqual([titles(second), second.articlesCount], [['One'], 2])
  assert.deepEqual(await list({ tag: 'even' }), { articles: [], articlesCount: 0 })
  assert.deepEqual(
    (await list({})).articles.map((article) => [article.favorited, 'body' in article]),
    [
      [false, false],
      [true, false],
      [false, false]
    ]
  )
  assert.deepEqual(await visitor.inject(getTags).expect(200), { tags: ['odd'] })
})

test('the feed has the articles of followed users', async () => {
  const [hal, ida] = [await visitor.as('hal'), await visitor.as('ida')]
  await publish(ida, 'Followed')
  await publish(hal, 'His own')
  await hal.inject(follow, { params: { username: 'ida' } })
  const feed = await hal.inject(getFeed, { query: { limit: 5 } }).expect(200)
  assert.deepEqual(titles(feed), ['Followed'])
  assert.equal(feed.articles[0]?.author.following, true)
})

test('a user favorites an article once and can undo it', async () => {
  const [jo, kim] = [await visitor.as('jo'), await visitor.as('kim')]
  const params = { slug: await publish(jo, 'Liked') }
  const answers = [
    await kim.inject(favorite, { params }).expect(200),
    await kim.inject(favorite, { params }).expect(200),
    await jo.inject(favorite, { params }).expect(200),
    await kim.inject(unfavorite, { params }).expect(200)
  ]
  const counted = answers.map(({ article: { favorited, favoritesCount } }) => [favorited, favoritesCount])
  assert.deepEqual(counted, [
    [true, 1],
    [true, 1],
    [true, 2],
    [false, 1]
  ])
})

test('comments are added, listed with the latest first, and removed', async () => {
  const lea = await visitor.as('lea')
  const params = { slug: await publish(lea, 'Discussed') }
  const ids = []
  for (const body of ['First!', 'Second.']) {
    const { comment } = await lea.inject(addComment, { params, body: { comment: { body } } }).expect(200)
    assert.equal(comment.body, body)
    ids.unshift(comment.id)
  }
  const { comments } = await visitor.inject(getComments, { params }).expect(200)
  assert.deepEqual(
    comments.map(({ id, author }) => [id, author.username]),
    ids.map((id) => [id, 'lea'])
  )
  for (const id of ids) await lea.inject(deleteComment, { params: { ...params, id } }).expect(204)
  assert.deepEqual(await visitor.inject(getComments, { params }).expect(200), { comments: [] })
})

test('every operation has succeeded with the status of the document', () => {
  const succeeded = operations.map(({ name, success }) => `${name} ${success}`)
  assert.deepEqual(
    succeeded.filter((answer) => !contract.seen.has(answer)),
    []
  )
})
