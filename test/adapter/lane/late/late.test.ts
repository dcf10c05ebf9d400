/** Node's objects of an exchange have the same members and events in the lane as on the stock exchange, at whichever moment they are first read. */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { espalier } from '../../../../src/index.ts'
import { sample } from '../../../sample.ts'
import { createStage, kinds, type Moment, moments, play, type Stage, type Variant } from './exchange.ts'
import { compare } from './look.ts'

const early: readonly Moment[] = ['onRequest', 'preHandler', 'handler', 'onSend', 'same turn', 'microtask']
const late: readonly Moment[] = [
  'same turn',
  'microtask',
  'next tick',
  'immediate',
  'onResponse',
  'after onResponse',
  'after all'
]

/** Allowed differences, with their reason. */
const allowed: readonly { readonly what: RegExp; readonly at?: readonly Moment[]; readonly why: string }[] = [
  {
    what: /^request\.complete: true, not false$/,
    at: early,
    why: 'The lane gives the app whole messages, and Node has read all of one when it is handed over.'
  },
  {
    what: /^response\.(socket|connection): its socket, not null$/,
    why: 'A message behind one that was answered at once waits for no turn.'
  },
  {
    what: /^request\.(destroyed|closed): /,
    at: early,
    why: 'A request whose body was read is destroyed some ticks later, on either.'
  },
  {
    what: /^(request\.(readable|readableEnded|readableFlowing|destroyed|closed)|response\.(writableFinished|writableLength|writableNeedDrain|outputSize|socket|connection|destroyed|closed)|outputData): /,
    at: late,
    why: 'The objects of an exchange that was answered without them are made when they are asked for, in the state of its end, and close in the ticks behind.'
  },
  {
    what: /^request\.readableFlowing in the end: true, not null$/,
    why: 'Node 26 leaves a request without a body unread where its answer needs no more of it; objects that are made late are read to their end.'
  }
]

/** Events that may come after an exchange in the lane, if its objects have just been made. */
const told = {
  early: ['request end', 'request resume', 'response socket'],
  late: ['request end', 'request resume', 'response finish', 'response socket', 'response prefinish']
}

function losesNone(difference: string, moment: Moment): boolean {
  if (difference.startsWith('order of events: ')) return true
  const [, actual = '', expected = ''] = /^events: (.*), not (.*)$/.exec(difference) ?? []
  const over = late.includes(moment) ? told.late : told.early
  return (
    expected !== '' &&
    expected.split(', ').every((event) => actual.includes(event) || over.includes(event) || event === 'none')
  )
}

const isAllowed = (difference: string, moment: Moment) =>
  losesNone(difference, moment) ||
  allowed.some(({ what, at }) => what.test(difference) && (at?.includes(moment) ?? true))

const variants: Record<string, Omit<Variant, 'exchange'>> = {
  'in its own turn': { isLate: false, isBare: false },
  'in a later turn': { isLate: true, isBare: false },
  'in its own turn, without listeners for its end': { isLate: false, isBare: true },
  'in a later turn, without listeners for its end': { isLate: true, isBare: true }
}

for (const [turn, [name, variant]] of Object.entries(variants).entries()) {
  describe(`an exchange with a response ${name} looks the same as on the stock exchange`, () => {
    let auto: Stage
    let stock: Stage
    before(async () => {
      auto = await createStage({ ...variant, exchange: 'auto' })
      stock = await createStage({ ...variant, exchange: 'stock' })
    })
    after(async () => {
      await auto.close()
      await stock.close()
    })
    for (const [title, kind] of Object.entries(kinds)) {
      test(title, { timeout: 600_000 }, async () => {
        const found: string[] = []
        let looks = 0
        const taken = sample(moments, 2, turn)
        for (const moment of taken) {
          const expected = await play(stock, kind, moment)
          const differences = compare(await play(auto, kind, moment), expected)
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

async function handedOver(exchange: 'auto' | 'stock', request: string, connectionTimeout: number) {
  const app = espalier({ exchange, connectionTimeout, forceCloseConnections: true })
  const seen = new Promise((resolve) => {
    const take = (_request: unknown, socket: Socket) => {
      const own = socket.setTimeout === Object.getPrototypeOf(socket).setTimeout
      // The listener of an earlier response stays until Node writes that response, a tick later.
      const isCounted = (event: unknown) => event !== 'close' || !request.includes('\r\n\r\nGET')
      const names = socket.eventNames().map((event) => [String(event), isCounted(event) && socket.listenerCount(event)])
      const keys = Reflect.ownKeys(socket).map(String).sort()
      socket.destroy()
      // The lane removes the timeout that it has set, and leaves its own empty symbol. Node keeps no message of a response that it has not seen.
      resolve({
        own,
        names,
        keys: keys.filter((key) => !/^(timeout|_httpMessage|Symbol\(espalier\.lane\))$/.test(key)),
        timeout: socket.timeout ?? 0
      })
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
  'upgrade behind a response': `GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n\r\n`
}
for (const [name, request] of Object.entries(handOvers)) {
  for (const connectionTimeout of [0, 60_000]) {
    test(`a socket handed over by ${name} matches Node's with connectionTimeout ${connectionTimeout}`, async () => {
      const stock = await handedOver('stock', request, connectionTimeout)
      assert.deepEqual(await handedOver('auto', request, connectionTimeout), stock)
    })
  }
}
