// Asks as requests of the Fetch standard, and what is compared of their answers.
import { Buffer } from 'node:buffer'
import { asks } from '../../.build/test/http/transport/routes.js'

/** A body whose length the client does not know either. */
const streamOf = (text) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(text))
      controller.close()
    }
  })

function toRequest(origin, { method, path: target, headers, body, isChunked }) {
  const length = body !== undefined && !isChunked && { 'content-length': String(Buffer.byteLength(body)) }
  const init = { method, headers: { accept: 'text/html', ...headers, ...length }, redirect: 'manual' }
  if (body === undefined) return new Request(origin + target, init)
  return new Request(origin + target, { ...init, body: isChunked ? streamOf(body) : body, duplex: 'half' })
}

async function read(response) {
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

/** Sends every ask and resolves to the answers. */
export async function askAll(origin, send) {
  const answers = []
  for (const ask of asks) {
    answers.push(
      await send(toRequest(origin, ask))
        .then(read)
        .catch(() => ({ failure: 'the answer is not whole' }))
    )
  }
  return answers
}
