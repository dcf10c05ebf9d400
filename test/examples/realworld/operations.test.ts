// Every operation of openapi.yml, asked as a client would; what is answered is judged by the document.
import assert from 'node:assert/strict'
import * as endpoints from '../../../examples/realworld/endpoints.ts'
import { story } from '../../story.ts'
import { openConduit, showing } from './conduit.ts'
import { operations } from './contract.ts'

const { app, contract, enrol, publish } = openConduit()
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

test('the endpoints are the operations of the document', () => {
  assert.deepEqual(
    Object.values(endpoints)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
    operations.map(({ name }) => name).sort()
  )
})

test('somebody registers, logs in by email and password, and is who the token says', async () => {
  const user = { username: 'ada', email: 'ada@example.com', password: 'a long secret' }
  const registered = await app.inject(register, { body: { user } })
  assert.ok(registered.statusCode === 201)
  const { token, ...rest } = registered.json().user
  assert.deepEqual(rest, { username: 'ada', email: 'ada@example.com', bio: '', image: '' })

  const entered = await app.inject(login, { body: { user } })
  assert.ok(entered.statusCode === 200)
  for (const each of [token, entered.json().user.token]) {
    const current = await app.inject(getCurrentUser, { headers: showing(each) })
    assert.ok(current.statusCode === 200)
    assert.equal(current.json().user.username, 'ada')
  }
})

test('users change what they name, and keep the rest', async () => {
  const headers = await enrol('bob')
  const changed = await app.inject(updateCurrentUser, {
    headers,
    body: { user: { bio: 'Reads.', password: 'another secret' } }
  })
  assert.ok(changed.statusCode === 200)
  const { token, ...rest } = changed.json().user
  assert.deepEqual(rest, { username: 'bob', email: 'bob@example.com', bio: 'Reads.', image: '' })
  const [old, next] = await Promise.all(
    ['secret of bob', 'another secret'].map((password) =>
      app.inject(login, { body: { user: { email: 'bob@example.com', password } } })
    )
  )
  assert.deepEqual([old?.statusCode, next?.statusCode], [401, 200])
})

test('a profile says whether the viewer follows its user', async () => {
  const headers = await enrol('cleo')
  await enrol('dora')
  const params = { username: 'dora' }
  const views = [
    await app.inject(getProfile, { params }),
    await app.inject(follow, { params, headers }),
    await app.inject(follow, { params, headers }),
    await app.inject(getProfile, { params, headers }),
    await app.inject(getProfile, { params }),
    await app.inject(unfollow, { params, headers })
  ]
  const followed = views.map((view) => {
    assert.ok(view.statusCode === 200)
    assert.equal(view.json().profile.username, 'dora')
    return view.json().profile.following
  })
  assert.deepEqual(followed, [false, true, true, true, false, false])
})

test('clients may give requests without a body the content type of those that have one', async () => {
  const headers = { ...(await enrol('xavier')), 'content-type': 'application/json' }
  const refused: string[] = []
  for (const { name } of operations.filter(({ takesBody }) => !takesBody)) {
    const [method = '', path = ''] = name.split(' ')
    const { statusCode } = await app.inject({ method, url: path.replace(':id', '1'), headers })
    if (statusCode !== 200 && statusCode !== 404) refused.push(`${name} ${statusCode}`)
  }
  assert.deepEqual(refused, [])
})

test('an article is written, read, changed and removed by its author', async () => {
  const headers = await enrol('emma')
  const article = {
    title: 'À la recherche!',
    description: 'Time',
    body: 'Lost.',
    tagList: ['novel', 'france', 'novel']
  }
  const created = await app.inject(createArticle, { headers, body: { article } })
  assert.ok(created.statusCode === 201)
  const { slug, createdAt, updatedAt, ...rest } = created.json().article
  assert.match(slug, /^à-la-recherche-\d+$/)
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(rest, {
    ...article,
    tagList: ['france', 'novel'],
    favorited: false,
    favoritesCount: 0,
    author: { username: 'emma', bio: '', image: '', following: false }
  })

  const found = await app.inject(getArticle, { params: { slug } })
  assert.ok(found.statusCode === 200)
  assert.deepEqual(found.json(), created.json())

  const changed = await app.inject(updateArticle, { params: { slug }, headers, body: { article: { title: 'Swann' } } })
  assert.ok(changed.statusCode === 200)
  const { article: renamed } = changed.json()
  assert.match(renamed.slug, /^swann-\d+$/)
  assert.equal(renamed.body, 'Lost.')
  assert.ok(renamed.updatedAt > renamed.createdAt)

  const params = { slug: renamed.slug }
  assert.equal((await app.inject(deleteArticle, { params, headers })).statusCode, 204)
  assert.equal((await app.inject(getArticle, { params })).statusCode, 404)
})

test('articles are listed in pages, the latest first, by tag, author or who favorites them', async () => {
  const [fay, gus] = [await enrol('fay'), await enrol('gus')]
  await publish(fay, 'One', ['odd'])
  const slug = await publish(gus, 'Two')
  await publish(fay, 'Three', ['odd'])
  await app.inject(favorite, { params: { slug }, headers: fay })

  const list = async (query: {
    tag?: string
    author?: string
    favorited?: string
    limit?: number
    offset?: number
  }) => {
    const answer = await app.inject(getArticles, { query, headers: fay })
    assert.ok(answer.statusCode === 200)
    return answer.json()
  }
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

  const tags = await app.inject(getTags)
  assert.ok(tags.statusCode === 200)
  assert.deepEqual(tags.json(), { tags: ['odd'] })
})

test('the feed has the articles of those whom a user follows', async () => {
  const [hal, ida] = [await enrol('hal'), await enrol('ida')]
  await publish(ida, 'Followed')
  await publish(hal, 'His own')
  await app.inject(follow, { params: { username: 'ida' }, headers: hal })
  const feed = await app.inject(getFeed, { query: { limit: 5 }, headers: hal })
  assert.ok(feed.statusCode === 200)
  assert.deepEqual(titles(feed.json()), ['Followed'])
  assert.equal(feed.json().articles[0]?.author.following, true)
})

test('a user favorites an article once, and takes it back', async () => {
  const [jo, kim] = [await enrol('jo'), await enrol('kim')]
  const params = { slug: await publish(jo, 'Liked') }
  const answers = [
    await app.inject(favorite, { params, headers: kim }),
    await app.inject(favorite, { params, headers: kim }),
    await app.inject(favorite, { params, headers: jo }),
    await app.inject(unfavorite, { params, headers: kim })
  ]
  const counted = answers.map((answer) => {
    assert.ok(answer.statusCode === 200)
    const { favorited, favoritesCount } = answer.json().article
    return [favorited, favoritesCount]
  })
  assert.deepEqual(counted, [
    [true, 1],
    [true, 1],
    [true, 2],
    [false, 1]
  ])
})

test('comments are added, listed with the latest first, and removed', async () => {
  const lea = await enrol('lea')
  const params = { slug: await publish(lea, 'Discussed') }
  const ids = []
  for (const body of ['First!', 'Second.']) {
    const added = await app.inject(addComment, { params, headers: lea, body: { comment: { body } } })
    assert.ok(added.statusCode === 200)
    assert.equal(added.json().comment.body, body)
    ids.unshift(added.json().comment.id)
  }
  const listed = await app.inject(getComments, { params })
  assert.ok(listed.statusCode === 200)
  assert.deepEqual(
    listed.json().comments.map(({ id, author }) => [id, author.username]),
    ids.map((id) => [id, 'lea'])
  )
  for (const id of ids) {
    assert.equal((await app.inject(deleteComment, { params: { ...params, id }, headers: lea })).statusCode, 204)
  }
  const none = await app.inject(getComments, { params })
  assert.equal(none.body, '{"comments":[]}')
})

test('every operation has succeeded with the status of the document', () => {
  const succeeded = operations.map(({ name, success }) => `${name} ${success}`)
  assert.deepEqual(
    succeeded.filter((answer) => !contract.seen.has(answer)),
    []
  )
})
