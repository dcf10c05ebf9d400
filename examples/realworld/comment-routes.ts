/** The comments of an article. */
import { plugin } from 'espalier'
import { articles } from './articles.ts'
import { authentication, requireUser } from './authentication.ts'
import { comments } from './comments.ts'
import { addComment, deleteComment, getComments } from './endpoints.ts'
import { schemas } from './schemas.ts'

export const commentRoutes = plugin({
  name: 'comment-routes',
  needs: [schemas, articles, comments, authentication],
  setup: (app) => {
    app.route(getComments, async ({ params, user }) => {
      const { slug } = await app.articles.find(params.slug, user)
      return { comments: await app.comments.list(slug, user) }
    })

    app.route(addComment, { onRequest: requireUser }, async ({ params, body, user }) => ({
      comment: await app.comments.add(params.slug, body.comment.body, user)
    }))

    app.route(deleteComment, { onRequest: requireUser }, async ({ params, user }, reply) => {
      await app.comments.remove(params.slug, params.id, user)
      return reply.code(204).send()
    })
  }
})
