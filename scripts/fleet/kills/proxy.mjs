// A balancer in front of several servers. It repeats a request on the next one where nothing answered: a POST as well, if it is told to, as nginx does by
// `proxy_next_upstream error timeout non_idempotent`.
import { Agent, createServer, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** @returns its address, how often it repeated a request, and a function that ends it */
export async function startProxy(ports, { repeats }) {
  const agent = new Agent({ keepAlive: true })
  const counts = { repeated: 0 }
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const first = turn++
    for (let at = 0; at < ports.length; at++) {
      if (at > 0) counts.repeated++
      const answer = await ask(ports[(first + at) % ports.length], incoming, body, agent).catch((error) => error)
      if (!(answer instanceof Error)) return outgoing.writeHead(answer.status, answer.headers).end(answer.body)
      // A connection that was refused has sent nothing, so any request goes to the next one.
      if (!repeats && answer.code !== 'ECONNREFUSED') break
    }
    outgoing.writeHead(502).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    agent.destroy()
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${server.address().port}`, counts, close }
}

function ask(port, { method, url, headers }, body, agent) {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path: url, headers, agent }, async (answer) => {
      const { statusCode: status, headers } = answer
      buffer(answer).then((body) => resolve({ status, headers, body }), reject)
    })
    sent.on('error', reject).end(body)
  })
}
