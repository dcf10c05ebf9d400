import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { TestContext } from 'node:test'

/** Starts a proxy that serves a server below a prefix. Returns the origin of the proxy. */
export async function behindProxy(t: Pick<TestContext, 'after'>, target: string, prefix: string): Promise<string> {
  const proxy = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming
    if (!url.startsWith(prefix)) return response.writeHead(502).end()
    const path = url.slice(prefix.length)
    const asked = request(new URL(target), { method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(asked)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.after(() => proxy.close())
  return `http://127.0.0.1:${Object(proxy.address()).port}`
}
