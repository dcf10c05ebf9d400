// An application with an event stream that continues while the application is restarted, as in a deployment.
import { createClient } from '../../src/client/index.ts'
import { endpoint, events, Type } from '../../src/contract/index.ts'
import { espalier } from '../../src/index.ts'
import { ownAddress } from '../own-address.ts'

const count = endpoint('GET /count', {
  response: { 200: events({ n: Type.Object({ n: Type.Integer(), at: Type.DateTime() }) }) }
})

export async function countThroughRestarts({ closes: wanted }: { readonly closes: number }) {
  let closes = 0
  let port = 0
  let closing: Promise<unknown> = Promise.resolve()

  async function start() {
    const app = espalier({ logger: { level: 'silent' } })
    app.route(count, async function* ({ lastEventId, signal }) {
      let n = Number(lastEventId ?? -1) + 1
      for (const last = n + (closes % 4); ; n++) {
        yield { event: 'n', data: { n, at: new Date(n) }, id: n, retry: 1 }
        if (closes === wanted) return
        if (n < last) continue
        closes++
        closing = app.close().then(start)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      }
    })
    close = () => app.close()
    await app.listen({ port, host: ownAddress })
    port ||= app.addresses().map((address) => Object(address).port)[0]
  }

  let close = async () => {}
  await start()
  const body = await createClient({ count }, { baseUrl: `http://${ownAddress}:${port}` })
    .count()
    .expect(200)
  const seen: number[] = []
  for await (const { data } of body) {
    if (data.at.getTime() !== data.n) throw new Error(`${data.at} is not ${data.n}`)
    seen.push(data.n)
  }
  await closing
  await close()
  return { seen, closes }
}
