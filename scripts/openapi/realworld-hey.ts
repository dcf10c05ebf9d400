/** Conduit, called by the client that hey-api writes. */
import { askWrongly, checkedFetch, expect, finish } from './checked.ts'
import { client } from './generated/realworld/client.gen.ts'
import {
  getApiArticlesBySlug,
  getApiProfilesByUsername,
  postApiArticles,
  postApiProfilesByUsernameFollow,
  postApiUsers
} from './generated/realworld/index.ts'

client.setConfig({ baseUrl: process.argv[2] ?? '', fetch: checkedFetch as typeof fetch })

const enrol = (username: string) =>
  postApiUsers({
    body: { user: { username, email: `${username}@example.com`, password: 'a long secret' } },
    throwOnError: true
  })
const { data: grace } = await enrol('grace')
await enrol('tom')
const refused = await postApiArticles({
  body: { article: { title: 'x', description: 'x', body: 'x' } },
  fetch: askWrongly as typeof fetch
})
expect([refused.response?.status, refused.error?.errors.body.length], [401, 1], 'nobody')
// The document says where the token stands, so the client puts it there.
client.setConfig({ auth: () => `Token ${grace.user.token}` })
const { data: followed } = await postApiProfilesByUsernameFollow({ path: { username: 'tom' }, throwOnError: true })
expect(followed.profile.following, true, 'a profile')
const { data: published } = await postApiArticles({
  body: { article: { title: 'Moth', description: 'A bug', body: 'Taped.', tagList: ['bugs'] } },
  throwOnError: true
})
const { data: read } = await getApiArticlesBySlug({ path: { slug: published.article.slug }, throwOnError: true })
expect([read.article.tagList, read.article.author.username], [['bugs'], 'grace'], 'an article')
const none = await getApiProfilesByUsername({ path: { username: 'nobody' } })
expect(none.response?.status, 404, 'no profile')
finish()
