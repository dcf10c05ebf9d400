import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'

/** Opens `app` on a free port, closes it after the test `t`, and answers the origin to send requests to. */
export async function serving(t: TestContext, app: Pick<FastifyInstance, 'listen' | 'close'>): Promise<string> {
  t.after(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}
