import { Agent, type ClientRequest, request as send } from 'node:http'
import { toFetchHandler } from '../../../src/adapter/fetch/index.ts'
import type { Options, Wild } from '../../security/wild.ts'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface Line {
  readonly ask: (sent: Sent) => Promise<unknown>
  readonly leave?: (sent: Sent, when: () => boolean) => Promise<unknown>
  readonly close: () => void
}

export interface Carrier {
  readonly options: Options
  readonly open: (app: Wild) => Promise<Line>
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

function begin(app: Wild, agent: Agent, { method, path, headers, body }: Sent): ClientRequest {
  const { port } = app.server.address()
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return send({ agent, port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } })
}

async function openSocket(app: Wild): Promise<Line> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    // Uses one connection per request, because a connection that waits for another response may be closed.
    ask: (sent) =>
      new Promise((resolve, reject) => {
        agent.destroy()
        begin(app, agent, sent)
          .on('response', (answer) => answer.on('error', reject).on('end', resolve).resume())
          .on('upgrade', (_answer, socket) =>
            socket
              .on('error', () => {})
              .on('close', resolve)
              .resume()
          )
          .on('error', reject)
          .end(sent.body ?? undefined)
      }),
    async leave(sent, when) {
      const request = begin(app, agent, sent).on('error', () => {})
      request.end(sent.body ?? undefined)
      while (!when()) await turn()
      request.destroy()
    },
    close: () => agent.destroy()
  }
}

export const carriers = {
  auto: { options: { exchange: 'auto' }, open: openSocket },
  stock: { options: { exchange: 'stock' }, open: openSocket },
  inject: {
    options: {},
    open: async (app) => ({
      ask: ({ path, body, ...sent }) => app.inject({ ...sent, url: path, ...(body !== null && { payload: body }) }),
      close: () => {}
    })
  },
  fetch: {
    options: {},
    open: async (app) => {
      const handle = toFetchHandler(app as never)
      return {
        async ask({ path, headers, ...sent }) {
          const { host = 'localhost', ...others } = headers
          const answer = await handle(new Request(`http://${host}${path}`, { ...sent, headers: others }))
          await answer.text()
        },
        close: () => {}
      }
    }
  }
} as const satisfies Record<string, Carrier>
