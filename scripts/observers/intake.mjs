// What stands for the backends: servers that take what the tools send, over sockets, and keep it.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, inflateSync } from 'node:zlib'

async function open(server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: server.address().port, close: () => server.close() }
}

async function readBody(request) {
  const body = await buffer(request)
  const encoding = request.headers['content-encoding']
  if (encoding === 'gzip') return gunzipSync(body)
  return encoding === 'deflate' ? inflateSync(body) : body
}

/** The agent of Datadog: spans, in MessagePack. */
export async function openDatadog(decode) {
  const spans = []
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    if (request.url.endsWith('/traces') && body.length > 0) spans.push(...decode(body).flat())
    response.setHeader('content-type', 'application/json').end('{"rate_by_service":{}}')
  })
  return { ...(await open(server)), spans }
}

/** Sentry: envelopes, whose lines are JSON. */
export async function openSentry() {
  const items = []
  const server = createServer(async (request, response) => {
    const lines = (await readBody(request)).toString().split('\n').filter(Boolean)
    items.push(...lines.map((line) => JSON.parse(line)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  return { ...(await open(server)), items }
}

/** The collector of New Relic: calls of methods, over TLS. */
export async function openNewRelic(tls) {
  const calls = []
  const server = createTlsServer(tls, async (request, response) => {
    const method = new URL(request.url, 'https://localhost').searchParams.get('method')
    const body = await readBody(request)
    calls.push({ method, data: body.length > 0 ? JSON.parse(body) : null })
    const values = {
      preconnect: { redirect_host: `localhost:${server.address().port}` },
      connect: { agent_run_id: 'one', account_id: '1', primary_application_id: '1', trusted_account_key: '1' }
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ return_value: values[method] ?? null }))
  })
  return { ...(await open(server)), calls }
}
