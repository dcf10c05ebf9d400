/** The exchanges of a soak: each plays one request with its own numbers on a connection, and says what is wrong with the answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, Connection, request } from '../security/wire.ts'

export interface Line {
  readonly port: number
  connection: Connection
}

/** Plays one exchange; answers what is wrong, or `null`. */
export type Exchange = (line: Line, serial: number) => Promise<string | null>

function judge(answer: Answer | null, status: number, body: string | RegExp): string | null {
  if (answer === null) return 'no answer'
  const fits = typeof body === 'string' ? answer.body === body : body.test(answer.body)
  return answer.status === status && fits ? null : `${answer.status} ${answer.body}`
}

const json = (body: string) => ({
  method: 'POST',
  headers: [['Content-Type', 'application/json']] as [string, string][],
  body
})

async function ask(line: Line, bytes: Buffer): Promise<Answer | null> {
  const answer = await line.connection.send(bytes).read()
  if (answer === null || answer.headers.get('connection')?.includes('close')) reconnect(line)
  return answer
}

function reconnect(line: Line): void {
  line.connection.destroy()
  line.connection = new Connection(line.port)
}

export const exchanges: Readonly<Record<string, Exchange>> = {
  get: async (line, serial) =>
    judge(await ask(line, request(`/echo/${serial}?n=${serial}`)), 200, `{"id":"${serial}","query":{"n":"${serial}"}}`),
  post: async (line, serial) =>
    judge(
      await ask(line, request('/sum', json(`{"a":${serial},"b":"1"}`))),
      200,
      `{"total":${serial + 1},"items":["${serial}"]}`
    ),
  invalid: async (line) =>
    judge(await ask(line, request('/sum', json('{"a":"x"}'))), 400, /must have required property 'b'|must be integer/),
  unparsable: async (line) => judge(await ask(line, request('/sum', json('{'))), 400, /FST_ERR_CTP_INVALID_JSON_BODY/),
  unknown: async (line, serial) => judge(await ask(line, request(`/none/${serial}`)), 404, /Route GET:\/none/),
  failing: async (line) => judge(await ask(line, request('/fail')), 500, /Internal Server Error/),
  refused: async (line) => judge(await ask(line, request('/private')), 401, /missing authorization header/),
  accepted: async (line) =>
    judge(await ask(line, request('/private', { headers: [['Authorization', 'Bearer key']] })), 200, 'private'),
  oversize: async (line) =>
    judge(
      await ask(
        line,
        request('/upload', {
          method: 'POST',
          headers: [
            ['Content-Type', 'text/plain'],
            ['Content-Length', '200000']
          ]
        })
      ),
      413,
      /BODY_TOO_LARGE/
    ),
  upload: async (line, serial) => {
    const body = 'x'.repeat(1 + (serial % 50_000))
    const headers: [string, string][] = [['Content-Type', 'text/plain']]
    return judge(
      await ask(line, request('/upload', { method: 'POST', headers, body })),
      200,
      `{"length":${body.length}}`
    )
  },
  stream: async (line, serial) =>
    judge(await ask(line, request(`/stream?parts=${serial % 20}`)), 200, 'part'.repeat(serial % 20)),
  waiting: async (line) => judge(await ask(line, request('/slow?ms=3')), 200, '{"slow":"3"}'),
  pipelined: async (line, serial) => {
    line.connection.send(Buffer.concat([request(`/slow?ms=${serial % 3}`), request(`/echo/${serial}`)]))
    const first = judge(await line.connection.read(), 200, `{"slow":"${serial % 3}"}`)
    return first ?? judge(await line.connection.read(), 200, `{"id":"${serial}","query":{}}`)
  },
  slow: async (line, serial) => {
    const bytes = request('/sum', json(`{"a":${serial},"b":1}`))
    const half = Math.floor(bytes.length / 2)
    for (const part of [bytes.subarray(0, 20), bytes.subarray(20, half), bytes.subarray(half, -1)]) {
      line.connection.send(part)
      await sleep(2)
    }
    return judge(await ask(line, bytes.subarray(-1)), 200, `{"total":${serial + 1},"items":["${serial}"]}`)
  },
  aborted: async (line, serial) => {
    const bytes = request('/upload', {
      method: 'POST',
      headers: [['Content-Type', 'text/plain']],
      body: 'x'.repeat(1000)
    })
    line.connection.send(bytes.subarray(0, serial % bytes.length))
    await sleep(serial % 2)
    reconnect(line)
    return null
  },
  left: async (line, serial) => {
    line.connection.send(serial % 2 === 0 ? request('/slow?ms=2') : request('/stream?parts=1000'))
    await sleep(1)
    reconnect(line)
    return null
  }
}
