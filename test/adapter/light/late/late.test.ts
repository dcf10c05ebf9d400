/**
 * Whatever the moment at which somebody takes Node's own objects of an exchange, they show on the light exchange what they show on the stock one,
 * and tell what they still tell there.
 */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { espalier } from '../../../../src/index.ts'
import { sample } from '../../../sample.ts'
import { createStage, kinds, type Moment, moments, play, type Stage, type Variant } from './exchange.ts'
import { compare } from './look.ts'

/** What may differ, where, and why. */
const allowed: readonly { readonly what: RegExp; readonly at: readonly Moment[]; readonly why: string }[] = [
  {
    what: /^order of events: /,
    at: ['next tick', 'onResponse'],
    why: 'In the ticks in which an exchange ends the light objects take up their events at the look: request and response each tell theirs in order, the one perhaps a tick before the other.'
  }
]

const isAllowed = (difference: string, moment: Moment) =>
  allowed.some(({ what, at }) => what.test(difference) && at.includes(moment))

const variants: Record<string, Omit<Variant, 'exchange'>> = {
  'answered in its own turn': { isLate: false, isBare: false },
  'answered later': { isLate: true, isBare: false },
  'answered in its own turn, where nothing waits for the end of answers': { isLate: false, isBare: true },
  'answered later, where nothing waits for the end of answers': { isLate: true, isBare: true }
}

for (const [turn, [name, variant]] of Object.entries(variants).entries()) {
  describe(`an exchange that is ${name} shows what the stock one shows`, () => {
    let light: Stage
    let stock: Stage
    before(async () => {
      light = await createStage({ ...variant, exchange: 'light' })
      stock = await createStage({ ...variant, exchange: 'stock' })
    })
    after(async () => {
      await light.close()
      await stock.close()
    })
    for (const [title, kind] of Object.entries(kinds)) {
      test(title, { timeout: 60_000 }, async () => {
        const found: string[] = []
        let looks = 0
        const taken = sample(moments, 2, turn)
        for (const moment of taken) {
          const expected = await play(stock, kind, moment)
          const differences = compare(await play(light, kind, moment), expected)
          if (expected !== null) looks++
          for (const difference of differences)
            if (!isAllowed(difference, moment)) found.push(`${moment}: ${difference}`)
        }
        assert.deepEqual(found, [])
        assert.ok(looks >= taken.length >> 2, `only ${looks} moments came`)
      })
    }
  })
}

/** What stays on a socket when it is handed over. */
async function handedOver(exchange: 'light' | 'stock', request: string, connectionTimeout: number) {
  const app = espalier({ exchange, connectionTimeout, forceCloseConnections: true })
  const seen = new Promise((resolve) => {
    const take = (_request: unknown, socket: Socket) => {
      const own = socket.setTimeout === Object.getPrototypeOf(socket).setTimeout
      const names = socket.eventNames().map((event) => [String(event), socket.listenerCount(event)])
      const keys = Reflect.ownKeys(socket).map(String).sort()
      socket.destroy()
      resolve({ own, names, keys, timeout: socket.timeout })
    }
    app.server.on('upgrade', take).on('connect', take)
  })
  app.get('/', () => 'first')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.on('data', () => {}).write(request)
  const found = await seen
  await app.close()
  return found
}

const upgrade = 'Connection: Upgrade\r\nUpgrade: other'
const handOvers = {
  upgrade: `GET / HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n\r\n`,
  connect: 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n',
  'upgrade behind an answer': `GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n\r\n`
}
for (const [name, request] of Object.entries(handOvers)) {
  for (const connectionTimeout of [0, 60_000]) {
    test(`a socket handed over by ${name} is as Node made it, its idle time being ${connectionTimeout}`, async () => {
      const stock = await handedOver('stock', request, connectionTimeout)
      assert.deepEqual(await handedOver('light', request, connectionTimeout), stock)
    })
  }
}
