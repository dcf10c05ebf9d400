// The exchanges of a plugin's use, by whatever way its requests travel, on whatever runtime.
import { Buffer } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

export const json = { 'content-type': 'application/json' }

/** What a client sends back of the cookies of an answer. */
export const cookiesOf = ({ cookies = [] }) => cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')

const unpack = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync }

/** An answer as it is compared. @param bytes of the body, encoded as its fields say */
export function toAnswer(status, headers, cookies, bytes) {
  const decode = bytes.length > 0 ? unpack[headers['content-encoding']] : undefined
  return { status, headers, cookies, body: (decode ? decode(bytes) : bytes).toString('latin1') }
}

/** Sends by calling a handler of requests. */
export const sendByCall =
  (handle) =>
  async (path, { method = 'GET', headers = {}, body }) => {
    const fields = { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) }
    const init = { method, headers: fields, redirect: 'manual', ...(body !== undefined && { body }) }
    const response = await handle(new Request(`http://127.0.0.1:80${path}`, init))
    const { 'set-cookie': _cookies, ...others } = Object.fromEntries(response.headers)
    const bytes = Buffer.from(await response.arrayBuffer())
    return toAnswer(response.status, others, response.headers.getSetCookie(), bytes)
  }

/** Where there is no connection, a client can ask for a socket all the same. */
const upgrade = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ=='
}

/** What is told of an error: its code, and which plugin it is of. */
export function toFailure(error) {
  const { code, name, message, plugin } = error ?? {}
  return { failure: `${code ?? name}: ${message ?? error}`, ...(plugin !== undefined && { plugin }) }
}

/** Leads a talk; resolves to its answers, and what broke it off, if anything did. */
export async function lead(talk, send, openSocket) {
  const answers = []
  const note = async (answer) => {
    answers.push(await answer.catch(toFailure))
    return answers.at(-1)
  }
  const ask = (path, init = {}) => note(send(path, init))
  ask.socket = (path, text) => note(openSocket?.(path, text) ?? send(path, { headers: upgrade }))
  // An answer that is not as expected may leave a talk without what it goes on with; the answer tells why.
  await talk(ask).catch(() => {})
  return answers
}
