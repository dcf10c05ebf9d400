/** Sends requests over HTTP/1.1, by both exchanges, and over HTTP/2. The client may disconnect at any time. */
import { once } from 'node:events'
import http2 from 'node:http2'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'

export interface Sent {
  /** Never resolves after the client has disconnected. */
  readonly status: Promise<number>
  leave(): void
}

export type Send = (path: string, headers?: Readonly<Record<string, string>>) => Promise<Sent>

interface Protocol {
  readonly options: { readonly exchange?: 'auto' | 'stock'; readonly http2?: true }
  readonly open: (t: TestContext, origin: string) => Promise<Send>
}

async function byHttp1(t: TestContext, origin: string): Promise<Send> {
  return async (path, headers = {}) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('latin1')
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a.test\r\n${fields.join('')}\r\n`)
    const status = new Promise<number>((resolve) =>
      socket.once('data', (text) => resolve(Number(`${text}`.slice(9, 12))))
    )
    return { status, leave: () => socket.destroy() }
  }
}

async function byHttp2(t: TestContext, origin: string): Promise<Send> {
  const session = http2.connect(origin)
  t.after(() => session.destroy())
  await once(session, 'connect')
  return async (path, headers = {}) => {
    const stream = session.request({ ':path': path, ...headers }).on('error', () => {})
    const status = new Promise<number>((resolve) =>
      stream.once('response', ({ ':status': code }) => resolve(Number(code)))
    )
    stream.resume()
    return { status, leave: () => stream.close(http2.constants.NGHTTP2_CANCEL) }
  }
}

export const protocols: Readonly<Record<string, Protocol>> = {
  'HTTP/1.1': { options: {}, open: byHttp1 },
  'HTTP/1.1, stock': { options: { exchange: 'stock' }, open: byHttp1 },
  'HTTP/2': { options: { http2: true }, open: byHttp2 }
}
