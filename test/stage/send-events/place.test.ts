/**
 * The law of positions in event streams: a client that is cut off anywhere, also before its first event, and reconnects with the last id that it saw,
 * misses and repeats no event. The route keeps a journal, begins at its end for a client without an id, and sends that position first.
 */
import assert from 'node:assert/strict'
import { EventEmitter, on } from 'node:events'
import type { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { events, Type } from '../../../src/contract/index.ts'
import { budget } from '../../fuzz/budget.ts'
import { type Carrier, carriers } from '../../http/transport/carriers.ts'
import type { Anything } from '../../security/wild.ts'
import { type Read, readStream } from './reader.ts'

class Journal {
  readonly rows: string[] = []
  readonly hub = new EventEmitter().setMaxListeners(0)

  write(count: number, text: string): void {
    for (let n = 0; n < count; n++) this.rows.push(`${this.rows.length} ${text}`)
    this.hub.emit('written')
  }

  async *after(lastEventId: string | undefined, signal: AbortSignal, retry: number | undefined) {
    const written = on(this.hub, 'written', { signal })
    let place = Number(lastEventId ?? this.rows.length)
    yield { id: place }
    if (retry !== undefined) yield { retry }
    do {
      while (place < this.rows.length) yield { event: 'row', data: this.rows[place], id: ++place }
    } while (!(await written.next()).done)
  }
}

/** One connection: the rows written before it, the byte of its content at which it is cut, and the rows written during it. */
const connection = fc.record({
  before: fc.nat({ max: 3 }),
  cutAt: fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 400 })),
  during: fc.array(fc.nat({ max: 3 }), { maxLength: 4 }),
  isSeen: fc.boolean()
})

/** Reads at most this number of bytes, and stops earlier when `isDone` is true for the content. */
async function take(stream: Readable, most: number, isDone: (content: string) => boolean): Promise<string> {
  let content = Buffer.alloc(0)
  if (most === 0) return ''
  for await (const chunk of stream) {
    content = Buffer.concat([content, chunk])
    if (content.length >= most || isDone(content.toString())) break
  }
  return content.subarray(0, most).toString()
}

for (const place of ['node:http, auto', 'node:http, stock', 'HTTP/2', 'fetch'])
  describe(`over ${place}`, () => {
    let journal = new Journal()
    let retry: number | undefined
    let carrier: Carrier

    before(async () => {
      const schema = { response: { 200: events({ row: Type.String() }) } }
      const read = ({ lastEventId, signal }: Anything) => journal.after(lastEventId, signal, retry)
      carrier = await (carriers[place] as (typeof carriers)[string])((app: Anything) => {
        app.get('/', { schema }, read)
        app.register(async (child: Anything) => {
          child.addHook('onSend', async () => {})
          child.get('/seen', { schema }, read)
        })
      })
    })
    after(() => carrier.close())

    async function connect(lastId: string | undefined, path: string, cutAt: number, isDone = (_: string) => false) {
      const headers = lastId ? { 'last-event-id': Buffer.from(lastId).toString('latin1') } : {}
      const call = (carrier.begin as NonNullable<Carrier['begin']>)({ method: 'GET', path, headers } as never)
      call.end()
      const response = await call.response
      response.on('error', () => {})
      const content = take(response, cutAt, isDone)
      return { content, leave: () => call.abort() }
    }

    test('a client gets its position as an id before its first event, also at the start of the journal', async () => {
      journal = new Journal()
      retry = undefined
      for (const place of [0, 1]) {
        const { content, leave } = await connect(undefined, '/', 1e9, (text) => text.includes('\n\n'))
        assert.equal(await content, `id: ${place}\n\n`)
        leave()
        journal.write(1, 'a')
      }
    })

    test('a client that reconnects after a cut at any byte misses and repeats no event', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(connection, { maxLength: 4 }),
          fc.option(fc.nat(), { nil: undefined }),
          async (connections, given) => {
            journal = new Journal()
            retry = given
            let lastId: string | undefined
            let first: number | undefined
            const seen: Read[] = []
            const note = (content: string) => {
              const read = readStream(content)
              seen.push(...read.events)
              lastId = read.lastId ?? lastId
              first ??= lastId === undefined ? undefined : Number(lastId) - seen.length
            }
            for (const { before, cutAt, during, isSeen } of connections) {
              journal.write(before, 'é😀')
              const end = () => journal.rows.length
              const isDone = (text: string) => readStream(text).lastId === String(end())
              const { content, leave } = await connect(lastId, isSeen ? '/seen' : '/', cutAt, isDone)
              for (const count of during) {
                journal.write(count, 'x')
                await new Promise(setImmediate)
              }
              note(await content)
              leave()
            }
            journal.write(1, 'last')
            if (lastId === undefined) return
            const { content, leave } = await connect(lastId, '/', 1e9, (text) => text.includes('last"\n\n'))
            note(await content)
            leave()
            const wanted = journal.rows.map((data, n) => ({ event: 'row', data, id: String(n + 1) }))
            assert.deepEqual(seen, wanted.slice(first))
          }
        ),
        budget(40)
      )
    })
  })
