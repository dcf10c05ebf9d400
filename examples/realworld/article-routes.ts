/** Articles: lists of them, one of them, their tags and who favorites them. */
import { plugin } from 'espalier'
import { articles } from './articles.ts'
import { authentication, requireUser } from './authentication.ts'
import {
  createArticle,
  deleteArticle,
  favorite,
  getArticle,
  getArticles,
  getFeed,
  getTags,
  unfavorite,
  updateArticle
} from './endpoints.ts'
import { schemas } from './schemas.ts'

export const articleRoutes = plugin({
  name: 'article-routes',
  needs: [schemas, articles, authentication],
  setup: (app) => {
    app.route(getArticles, ({ query, user }) => app.articles.list(query, query, user))

    app.route(getFeed, { onRequest: requireUser }, ({ query, user }) => app.articles.feed(query, user))

    app.route(getArticle, async ({ params, user }) => ({ article: await app.articles.find(params.slug, user) }))

    app.route(createArticle, { onRequest: requireUser }, async ({ body, user }) => ({
      article: await app.articles.add(body.article, user)
    }))

    app.route(updateArticle, { onRequest: requireUser }, async ({ params, body, user }) => ({
      article: await app.articles.update(params.slug, body.article, user)
    }))

    app.route(deleteArticle, { onRequest: requireUser }, async ({ params, user }, reply) => {
      await app.articles.remove(params.slug, user)
      return reply.code(204).send()
    })

    app.route(favorite, { onRequest: requireUser }, async ({ params, user }) => ({
      article: await app.articles.favorite(params.slug, user)
    }))

    app.route(unfavorite, { onRequest: requireUser }, async ({ params, user }) => ({
      article: await app.articles.unfavorite(params.slug, user)
    }))

    app.route(getTags, async () => ({ tags: await app.articles.tags() }))
  }
})
