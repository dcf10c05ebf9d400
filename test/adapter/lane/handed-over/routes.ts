import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Handler, Note } from '../both-servers.ts'
import { onFinished, readBody, respond } from '../node-messages.ts'

type Route = (request: IncomingMessage, response: ServerResponse, note: Note) => void

export function answer(response: ServerResponse, body: string | Buffer, status = 200, ...headers: string[]): void {
  respond(response, status, [...headers, 'content-length', String(Buffer.byteLength(body))], body)
}

function whenRead(request: IncomingMessage, response: ServerResponse, limit = 1e7): void {
  readBody(request, limit, (error, body) => {
    if (error) answer(response, (error as NodeJS.ErrnoException).code ?? 'unknown', 413)
    else answer(response, body)
  })
}

async function iterate(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let length = 0
  for await (const chunk of request) length += (chunk as Buffer).length
  answer(response, `iterated ${length}`)
}

export const routes: Record<string, Route> = {
  '/fast': (_request, response) => answer(response, '{"fast":true}', 200, 'content-type', 'application/json'),
  '/last': (_request, response) => answer(response, 'last'),
  '/mark': (_request, response) => answer(response, 'marked'),
  '/tick': (_request, response) => setImmediate(answer, response, 'tick'),
  '/slow': (_request, response) => setTimeout(answer, 10, response, 'slow'),
  '/buffer': (_request, response) => answer(response, Buffer.from('bytes \u00e9')),
  '/unicode': (_request, response) => answer(response, 'd\u00e9j\u00e0 vu \u2713'),
  '/empty': (_request, response) => answer(response, ''),
  '/204': (_request, response) => respond(response, 204, ['x-no', 'body'], ''),
  '/304': (_request, response) => respond(response, 304, ['etag', '"1"', 'content-length', '5'], 'never'),
  '/404': (_request, response) => answer(response, 'not here', 404),
  '/299': (_request, response) => answer(response, 'unusual', 299),
  '/no-length': (_request, response) => respond(response, 200, ['x-a', '1'], 'chunked then'),
  '/cookies': (_request, response) => answer(response, 'c', 200, 'set-cookie', 'a=1', 'set-cookie', 'b=2'),
  '/set-then-cookies': (_request, response) => {
    response.setHeader('x-set', 'before')
    response.setHeader('x-replaced', 'before')
    answer(response, 'c', 200, 'set-cookie', 'a=1', 'set-cookie', 'b=2', 'x-replaced', 'after')
  },
  '/close': (_request, response) => answer(response, 'closing', 200, 'connection', 'close'),
  '/keep-alive-header': (_request, response) => answer(response, 'k', 200, 'keep-alive', 'timeout=3'),
  '/date': (_request, response) => answer(response, 'd', 200, 'date', 'yesterday'),
  '/te': (_request, response) => respond(response, 200, ['transfer-encoding', 'chunked'], 'by hand'),
  '/disposition': (_request, response) =>
    answer(response, 'file', 200, 'content-disposition', 'attachment; filename="\u00e9.txt"'),
  '/latin1': (_request, response) => answer(response, 'text', 200, 'x-name', 'caf\u00e9'),
  '/latin1-buffer': (_request, response) => answer(response, Buffer.from('text'), 200, 'x-name', 'caf\u00e9'),
  '/latin1-empty': (_request, response) => answer(response, '', 200, 'x-name', 'caf\u00e9'),
  '/big': (_request, response) => answer(response, 'b'.repeat(1 << 20)),
  '/big-buffer': (_request, response) => answer(response, Buffer.alloc(1 << 20, 'B')),
  '/stream': (_request, response) => {
    response.write('one')
    setImmediate(() => response.end('two'))
  },
  '/set': (_request, response) => {
    response.setHeader('X-Set', 'by a plugin')
    answer(response, 'set')
  },
  '/plain': (_request, response) => {
    response.statusCode = 202
    response.statusMessage = 'Taken'
    response.end('plain')
  },
  '/no-date': (_request, response) => {
    response.sendDate = false
    answer(response, 'undated')
  },
  '/not-kept': (_request, response) => {
    response.shouldKeepAlive = false
    answer(response, 'not kept')
  },
  '/hints': (_request, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' })
    answer(response, 'hinted')
  },
  '/trailers': (_request, response) => {
    response.writeHead(200, { trailer: 'x-sum' })
    response.write('body')
    response.addTrailers({ 'x-sum': '1' })
    response.end()
  },
  '/patched': (_request, response) => {
    const end = response.end
    response.end = ((chunk: string) => end.call(response, chunk.toUpperCase(), 'utf8')) as typeof end
    answer(response, 'wrapped')
  },
  '/child': (_request, response) => {
    const child = Object.create(response) as ServerResponse
    child.setHeader('x-child', '1')
    answer(response, 'child')
  },
  '/proxy': (_request, response) => {
    const proxy = new Proxy(response, {})
    proxy.setHeader('x-proxy', '1')
    answer(response, 'proxied')
  },
  '/echo': (request, response) => whenRead(request, response),
  '/late-body': (request, response) => setImmediate(whenRead, request, response),
  '/limited': (request, response) => whenRead(request, response, 10),
  '/late-limited': (request, response) => setImmediate(whenRead, request, response, 10),
  '/pipe': (request, response) => {
    response.writeHead(200, { 'x-pipe': '1' })
    request.pipe(response)
  },
  '/late-pipe': (request, response) => setImmediate(() => request.pipe(response)),
  '/iterate': (request, response) => void iterate(request, response),
  '/late-iterate': (request, response) => setImmediate(iterate, request, response),
  '/data': (request, response) => {
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
    })
    request.on('end', () => answer(response, `data ${length}`))
  },
  '/read-and-listen': (request, response) => {
    let seen = 0
    readBody(request, 1e7, (_error, body) => answer(response, `${body.length} read, ${seen} seen`))
    request.on('data', (chunk: Buffer) => {
      seen += chunk.length
    })
  },
  '/unread': (_request, response) => answer(response, 'unread'),
  '/late-unread': (_request, response) => setImmediate(answer, response, 'late unread'),
  '/headers': (request, response) => answer(response, JSON.stringify([request.headers, request.rawHeaders])),
  '/distinct': (request, response) => answer(response, JSON.stringify(request.headersDistinct)),
  '/version': (request, response) =>
    answer(response, JSON.stringify([request.httpVersion, request.method, request.url])),
  '/request-trailers': (request, response) =>
    readBody(request, 1e7, (_error, body) => answer(response, JSON.stringify([request.trailers, body.toString()]))),
  '/finished': (_request, response, note) => {
    onFinished(response, (error) => note('finished', error, response.writableFinished, response.statusCode))
    answer(response, 'finished')
  },
  '/twice': (_request, response, note) => {
    answer(response, 'first')
    try {
      answer(response, 'second')
    } catch (error) {
      note((error as NodeJS.ErrnoException).code)
    }
  }
}

export const route: Handler = (request, response, note) => {
  const path = new URL(request.url ?? '/', 'http://x').pathname
  const handle = routes[path]
  if (handle === undefined) throw new Error(`no route ${path}`)
  try {
    handle(request, response, note)
  } catch (error) {
    note((error as NodeJS.ErrnoException).code)
    response.destroy()
  }
}
