/** Conduit, called by openapi-fetch with the types of openapi-typescript. */
import createClient from 'openapi-fetch'
import { askWrongly, checkedFetch, expect, finish } from './checked.ts'
import type { paths } from './generated/realworld.d.ts'

const baseUrl = process.argv[2] ?? ''
const api = createClient<paths>({ baseUrl, fetch: checkedFetch })

const user = { username: 'ada', email: 'ada@example.com', password: 'a long secret' }
const registered = await api.POST('/api/users', { body: { user } })
expect([registered.response.status, registered.data?.user.username], [201, 'ada'], 'a user')
const headers = { authorization: `Token ${registered.data?.user.token}` }
const refused = await api.GET('/api/user', { fetch: askWrongly })
expect([refused.response.status, refused.error?.errors.body.length], [401, 1], 'nobody')
const changed = await api.PUT('/api/user', { headers, body: { user: { bio: 'Counts.' } } })
expect(changed.data?.user.bio, 'Counts.', 'a change')

// The list of tags has a default.
const article = { title: 'Notes', description: 'On an engine', body: 'It weaves.' }
const published = await api.POST('/api/articles', { headers, body: { article } })
const slug = published.data?.article.slug ?? ''
expect([published.response.status, published.data?.article.tagList], [201, []], 'an article')
const path = { slug }
await api.POST('/api/articles/{slug}/favorite', { headers, params: { path } })
const articles = await api.GET('/api/articles', { params: { query: { author: 'ada', limit: 5 } } })
expect([articles.data?.articlesCount, articles.data?.articles[0]?.favoritesCount], [1, 1], 'the articles')
const commented = await api.POST('/api/articles/{slug}/comments', {
  headers,
  params: { path },
  body: { comment: { body: 'Well.' } }
})
const id = commented.data?.comment.id ?? 0
const comments = await api.GET('/api/articles/{slug}/comments', { params: { path } })
expect(comments.data?.comments.length, 1, 'the comments')
const removed = await api.DELETE('/api/articles/{slug}/comments/{id}', { headers, params: { path: { slug, id } } })
expect(removed.response.status, 204, 'a comment that is removed')
const profile = await api.GET('/api/profiles/{username}', { params: { path: { username: 'ada' } } })
expect(profile.data?.profile.following, false, 'a profile')
await api.GET('/api/articles/feed', { headers })
await api.GET('/api/tags')
await api.DELETE('/api/articles/{slug}/favorite', { headers, params: { path } })
await api.PUT('/api/articles/{slug}', { headers, params: { path }, body: { article: { body: 'It weaves well.' } } })
await api.DELETE('/api/articles/{slug}', { headers, params: { path } })
const none = await api.GET('/api/articles/{slug}', { params: { path } })
expect(none.response.status, 404, 'no article')

const json = { 'content-type': 'application/json' }
for (const [url, init, status] of [
  ['/api/users', { method: 'POST', headers: json, body: '{"user":{}}' }, 422],
  ['/api/users/login', { method: 'POST', headers: json, body: '{' }, 400],
  ['/api/articles?limit=0', {}, 422],
  ['/api/user', { headers: { authorization: 'Token wrong' } }, 401]
] as const)
  expect((await askWrongly(`${baseUrl}${url}`, init)).status, status, url)
finish()
