// An application of any size, in the vocabulary that espalier and Fastify share. The route under load is declared last and deepest.
const path = '/last/:id'

export const request = { method: 'GET', path: '/last/7' }

let create

/** Imports the framework, so that what it costs to load is not taken for what declarations cost. */
export async function load({ framework }) {
  ;({ default: create } = await import(framework === 'espalier' ? '../../dist/src/index.js' : framework))
}

export async function serve(size) {
  const app = create()
  declare(app, { routes: 10, plugins: 1, depth: 1, decorators: 0, ...size })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server.address().port
}

function declare(app, { routes, plugins, depth, decorators }) {
  // Half of them methods, half values of a request; all are seen by every route.
  for (let i = 0; i < decorators; i++) app.decorateRequest(`decorator${i}`, i % 2 === 0 ? () => i : null)
  const perPlugin = Math.max(1, Math.floor(routes / plugins))
  for (let i = 0; i < plugins; i++) {
    app.register(async (child) => {
      for (let j = 0; j < perPlugin; j++) child.get(`/group-${i}/resource-${j}/:id`, async ({ params }) => params)
    })
  }
  descend(app, depth)
}

function descend(app, depth) {
  if (depth === 0) return app.get(path, async ({ params }) => params)
  app.register(async (child) => descend(child, depth - 1))
}
