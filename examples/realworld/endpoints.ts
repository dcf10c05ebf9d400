/**
 * The operations of openapi.yml, each as a value: what implements one and what calls one are checked against it. The shared
 * schemas that they refer to are those of schemas.ts.
 */
import { endpoint, Type, withDefault } from 'espalier'
import { ArticleChanges, Credentials, Id, Name, NewArticle, NewComment, NewUser, UserChanges } from './schemas.ts'

const refusals = { '4xx': Type.Ref('problem'), '5xx': Type.Ref('problem') }
const account = { user: Type.Ref('account') }
const profile = { profile: Type.Ref('profile') }
const article = { article: Type.Ref('article') }
const articles = { articles: Type.Array(Type.Ref('summary')), articlesCount: Type.Integer() }
const comment = { comment: Type.Ref('comment') }

const page = {
  offset: withDefault(Type.Integer({ minimum: 0, maximum: 1_000_000 }), 0),
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 20)
}

// Users and authentication

export const login = endpoint('POST /api/users/login', {
  body: { user: Credentials },
  response: { 200: account, ...refusals }
})

export const register = endpoint('POST /api/users', {
  body: { user: NewUser },
  response: { 201: account, ...refusals }
})

export const getCurrentUser = endpoint('GET /api/user', { response: { 200: account, ...refusals } })

export const updateCurrentUser = endpoint('PUT /api/user', {
  body: { user: UserChanges },
  response: { 200: account, ...refusals }
})

// Profiles

export const getProfile = endpoint('GET /api/profiles/:username', {
  params: { username: Name },
  response: { 200: profile, ...refusals }
})

export const follow = endpoint('POST /api/profiles/:username/follow', {
  params: { username: Name },
  response: { 200: profile, ...refusals }
})

export const unfollow = endpoint('DELETE /api/profiles/:username/follow', {
  params: { username: Name },
  response: { 200: profile, ...refusals }
})

// Articles

export const getFeed = endpoint('GET /api/articles/feed', {
  querystring: page,
  response: { 200: articles, ...refusals }
})

export const getArticles = endpoint('GET /api/articles', {
  querystring: {
    ...page,
    tag: Type.Optional(Name),
    author: Type.Optional(Name),
    favorited: Type.Optional(Name)
  },
  response: { 200: articles, ...refusals }
})

export const getArticle = endpoint('GET /api/articles/:slug', {
  params: { slug: Name },
  response: { 200: article, ...refusals }
})

export const createArticle = endpoint('POST /api/articles', {
  body: { article: NewArticle },
  response: { 201: article, ...refusals }
})

export const updateArticle = endpoint('PUT /api/articles/:slug', {
  params: { slug: Name },
  body: { article: ArticleChanges },
  response: { 200: article, ...refusals }
})

export const deleteArticle = endpoint('DELETE /api/articles/:slug', {
  params: { slug: Name },
  response: { 204: Type.Null(), ...refusals }
})

// Favorites

export const favorite = endpoint('POST /api/articles/:slug/favorite', {
  params: { slug: Name },
  response: { 200: article, ...refusals }
})

export const unfavorite = endpoint('DELETE /api/articles/:slug/favorite', {
  params: { slug: Name },
  response: { 200: article, ...refusals }
})

// Comments

export const getComments = endpoint('GET /api/articles/:slug/comments', {
  params: { slug: Name },
  response: { 200: { comments: Type.Array(Type.Ref('comment')) }, ...refusals }
})

export const addComment = endpoint('POST /api/articles/:slug/comments', {
  params: { slug: Name },
  body: { comment: NewComment },
  response: { 200: comment, ...refusals }
})

export const deleteComment = endpoint('DELETE /api/articles/:slug/comments/:id', {
  params: { slug: Name, id: Id },
  response: { 204: Type.Null(), ...refusals }
})

// Tags

export const getTags = endpoint('GET /api/tags', {
  response: { 200: { tags: Type.Array(Type.String()) }, ...refusals }
})
