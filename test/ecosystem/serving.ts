import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'

/** Listens with `app` on a free port, and closes it after the test `t`. Returns the origin for requests. */
export async function serving(t: TestContext, app: Pick<FastifyInstance, 'listen' | 'close'>): Promise<string> {
  t.after(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}
