// Requests that `fetch` cannot send or show: encoded bodies, paths as written, aborted requests, and cookies that a client
// sends back.
import { once } from 'node:events'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Outgoing {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}

export interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Sends one request with its target as written. Returns the response without decoding. */
export async function exchange(
  origin: string,
  path: string,
  { method, headers, body }: Outgoing = {}
): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const outgoing = request({ hostname, port, path, method: method ?? 'GET', headers: headers ?? {}, agent: false })
  outgoing.end(body)
  const [incoming] = await once(outgoing, 'response')
  return { status: incoming.statusCode, headers: incoming.headers, body: await buffer(incoming) }
}

/** Writes `bytes` on a new connection, then destroys it. */
export async function writeAndDrop(origin: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).on('error', () => {})
  await once(socket, 'connect')
  await new Promise((written) => socket.write(bytes, written))
  socket.destroy()
}

/** The `name=value` pairs of the cookies that `response` sets, as a client sends them back. */
export function cookiesOf(response: Response): string {
  const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  return pairs.join('; ')
}

/** The payload of the default error handler. */
export interface ErrorBody {
  statusCode: number
  code?: string
  error: string
  message: string
}

/** The body of an error response. */
export async function errorOf(response: Response): Promise<ErrorBody> {
  return (await response.json()) as ErrorBody
}
