// A server of an event stream that is killed again and again, and a client that counts its events.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '../../src/client/index.ts'
import { endpoint, events, Type } from '../../src/contract/index.ts'
import { ownAddress } from '../own-address.ts'

const count = endpoint('GET /count', {
  response: { 200: events({ n: Type.Object({ n: Type.Integer(), text: Type.String() }) }) }
})

function* numbersFrom(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

interface Wanted {
  readonly kills: number
  readonly seed: number
}

export async function countThroughCuts({ kills: wanted, seed }: Wanted): Promise<{ events: number[]; kills: number }> {
  const random = numbersFrom(seed)
  let kills = 0
  let port = 0
  let killing: Promise<unknown> = Promise.resolve()

  async function begin(): Promise<void> {
    const server = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      let next = Number(request.headers['last-event-id'] ?? -1) + 1
      let left = Math.floor(random.next().value * 400)
      const say = () => {
        if (kills >= wanted) return void response.end(eventOf(next))
        const text = eventOf(next++)
        if (text.length <= left) {
          left -= text.length
          return void response.write(text, say)
        }
        kills++
        response.write(text.slice(0, left), () => {
          killing = new Promise((resolve) => server.close(resolve)).then(begin)
          server.closeAllConnections()
        })
      }
      response.write('retry: 1\n\n', say)
    })
    server.listen(port, ownAddress)
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    stop = () => {
      server.closeAllConnections()
      server.close()
    }
  }

  let stop = () => {}
  await begin()
  const body = await createClient({ count }, { baseUrl: `http://${ownAddress}:${port}` })
    .count()
    .expect(200)
  const events: number[] = []
  for await (const { data } of body) events.push(data.n)
  await killing
  stop()
  return { events, kills }
}

/** Has several lines and characters of several bytes, so that a cut may be inside of both. */
const eventOf = (n: number) => `event: n\nid: ${n}\ndata: {"n":${n},\ndata: "text":"é😀${'x'.repeat(n % 50)}"}\n\n`
