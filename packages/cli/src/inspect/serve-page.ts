import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { messageOf, UsageError } from '@espalier/command-kit'

const host = '127.0.0.1'

/** A website whose domain resolves to 127.0.0.1 could read the page (DNS rebinding). So requests whose `Host` is not this machine are refused. */
const isOfThisMachine = (given: string | undefined): boolean =>
  /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(given ?? '')

export interface Served {
  readonly address: string
  close(): Promise<void>
}

export async function servePage(page: string, port: number): Promise<Served> {
  const bytes = Buffer.from(page)
  const server = createServer((request, response) => {
    const refusal = !isOfThisMachine(request.headers.host) ? 421 : isRead(request.method) ? pathOf(request.url) : 405
    response.setHeader('cache-control', 'no-store')
    response.setHeader('x-content-type-options', 'nosniff')
    if (refusal !== 200) return void response.writeHead(refusal, refusal === 405 ? { allow: 'GET, HEAD' } : {}).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': bytes.length })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  })
  await listen(server, port)
  return {
    address: `http://${host}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

const pathOf = (url = ''): number => (url.split('?', 1)[0] === '/' ? 200 : 404)

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'another program has it' : messageOf(error)
      reject(new UsageError(`Port ${port} cannot be used: ${why}. Name another one with --port, or leave it out.`))
    })
    server.listen(port, host, resolve)
  })
}
