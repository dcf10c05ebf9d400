/**
 * Who sees what. One route in each context answers with the decorators that it sees; asking for another one does not
 * compile, and at run time it is not there.
 *
 *     root              root
 *     ├── A             root                behind a token
 *     ├── B             root, branch
 *     │   └── C         root, branch, leaf
 *     └── shared        root, branch, leaf  because what C declares is handed up
 *         └── C
 */
import { espalier, requires, shared } from 'espalier'
import bearerAuth from 'espalier/bearer-auth'

/** What the grandchild is made of; wrapped by `shared`, its decorator belongs to the context that registers it. */
const leaf = shared({
  name: 'leaf',
  needs: requires<{ request: { root: string; branch: string } }>({ request: ['root', 'branch'] }),
  setup: (app) =>
    app.decorateRequest('leaf', 'of the grandchild').get('/c', ({ root, branch, leaf }) => ({ root, branch, leaf }))
})

export function createContexts() {
  const app = espalier().decorateRequest('root', 'of the root')

  app.register(async (a) => {
    a.register(bearerAuth, { keys: ['secret'] })
    a.get('/a', (request) => {
      // @ts-expect-error: a sibling's decorator
      const branch = request.branch
      return { root: request.root, branch }
    })
  })

  app.register(async (parent) => {
    const b = parent.decorateRequest('branch', 'of B')
    b.get('/b', (request) => {
      // @ts-expect-error: a decorator of a context below
      const leaf = request.leaf
      return { root: request.root, branch: request.branch, leaf }
    })
    b.register(async (child) => {
      const c = child.decorateRequest('leaf', 'of the grandchild')
      c.get('/b/c', ({ root, branch, leaf }) => ({ root, branch, leaf }))
    })
  })

  app.register(
    async (parent) => {
      const b = parent.decorateRequest('branch', 'of B').register(leaf)
      b.get('/b', ({ root, branch, leaf }) => ({ root, branch, leaf }))
    },
    { prefix: '/shared' }
  )

  return app
}
