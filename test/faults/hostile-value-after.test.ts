/** Hostile values from hooks without a response: onRequestAbort after a disconnect, and onTimeout. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { serve } from '../security/serve.ts'
import type { Anything } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'
import { until } from '../until.ts'
import { catchCrashes } from './crash.ts'
import { hostileValues } from './hostile-value.ts'

const values = Object.entries(hostileValues)

/** Makes the value of the request at work; notes that the hook has run. */
type Take = (request: Anything, reply?: Anything) => unknown

/** How a hook hands a value on: a result, what it calls back with, or what it returns beside its callback. */
const manners: Readonly<Record<string, { onTimeout(take: Take): Anything; onRequestAbort(take: Take): Anything }>> = {
  'of an async function': {
    onTimeout: (take) => async (request: Anything, reply: Anything) => take(request, reply),
    onRequestAbort: (take) => async (request: Anything) => take(request)
  },
  'called back with': {
    onTimeout: (take) => (request: Anything, reply: Anything, done: Anything) => done(take(request, reply)),
    onRequestAbort: (take) => (request: Anything, done: Anything) => done(take(request))
  },
  'called back with later': {
    onTimeout: (take) => (request: Anything, reply: Anything, done: Anything) =>
      void setImmediate(() => done(take(request, reply))),
    onRequestAbort: (take) => (request: Anything, done: Anything) => void setImmediate(() => done(take(request)))
  },
  'returned beside a callback': {
    onTimeout: (take) => (request: Anything, reply: Anything, _done: Anything) => take(request, reply),
    onRequestAbort: (take) => (request: Anything, _done: Anything) => take(request)
  }
}

/** Makes a hook run while its request waits for a response. */
const ends: Readonly<Record<'onTimeout' | 'onRequestAbort', (connection: Connection, request: Anything) => void>> = {
  onTimeout: (_connection, { raw }) => raw.socket.setTimeout(1),
  onRequestAbort: (connection) => connection.destroy()
}

/** A promise that is neither returned nor passed to `done` belongs to its creator. */
const isOwn = (manner: string, value: string) => manner.startsWith('called') && value.includes('rejects later')

for (const seam of ['onTimeout', 'onRequestAbort'] as const) {
  for (const [manner, toHook] of Object.entries(manners)) {
    test(`an ${seam} hook with a hostile value (${manner}) does not affect the next request`, async (t) => {
      const crashes = catchCrashes(t)
      let make: (typeof values)[number][1] = () => undefined
      let isOver = false
      let waiting: Anything
      const take: Take = (request, reply) => {
        isOver = true
        return make({ request, reply })
      }
      const { port, send } = await serve(t, { exposeErrors: false }, (app) => {
        app.addHook(seam, toHook[seam](take))
        app.get('/', () => 'fine')
        app.get('/waits', (request: Anything) => {
          waiting = request
          return new Promise(() => {})
        })
      })
      for (const [name, hostile] of values) {
        if (isOwn(manner, name)) continue
        make = hostile
        isOver = false
        waiting = null
        const connection = new Connection(port).send(request('/waits'))
        await until(() => waiting !== null, `the handler: ${name}`)
        ends[seam](connection, waiting)
        await until(() => isOver, `the hook: ${name}`)
        await connection.closed
        await turn()
        assert.equal((await send('/'))?.body, 'fine', name)
        assert.deepEqual(crashes, [], name)
      }
    })
  }
}
