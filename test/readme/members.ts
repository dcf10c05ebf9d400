// An app on the recipe of a login: who is asking, and something to do.
import { espalier } from 'espalier'
import type { recipeOf } from './recipe.ts'

export async function createMembers(load: ReturnType<typeof recipeOf>) {
  const { identity, login, sameOrigin } = await load('login.ts')
  const deeds: string[] = []
  const app = espalier().register(sameOrigin).register(login).decorate('deeds', deeds)
  app.register(async (context) => {
    context.register(identity)
    context.get('/me', () => 'a member')
    context.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/deed',
      handler: ({ method }) => {
        deeds.push(method)
        return 'done'
      }
    })
  })
  return app
}
