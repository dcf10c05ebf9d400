/** Serializers and log controllers that throw must not crash the process. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { LogController } from '../../src/index.ts'
import { serve } from '../security/serve.ts'
import type { Anything, Options } from '../security/wild.ts'
import { catchCrashes } from './crash.ts'

function boom(): never {
  throw new Error('boom')
}

const silent = { write() {} }

function withLine(line: string): Options {
  class Broken extends LogController {}
  Object.defineProperty(Broken.prototype, line, { value: boom })
  return { logger: { stream: silent }, logController: new Broken() }
}

const broken: Record<string, Options> = {
  ...Object.fromEntries(
    ['req', 'res', 'err'].map((name) => [
      `the serializer '${name}'`,
      { logger: { stream: silent, serializers: { [name]: boom } } }
    ])
  ),
  ...Object.fromEntries(
    Object.getOwnPropertyNames(LogController.prototype)
      .filter((name) => name !== 'constructor')
      .map((name) => [`the line '${name}' of a log controller`, withLine(name)])
  )
}

for (const [name, options] of Object.entries(broken)) {
  test(`${name} that throws does not change a response`, async (t) => {
    const crashes = catchCrashes(t)
    const { send } = await serve(t, options, (app) => {
      app.get('/', () => 'fine')
      app.get('/throw', boom)
      app.get('/header', (_request: unknown, reply: Anything) => reply.header('x y', '1').send('x'))
      app.get('/stream', async () =>
        Readable.from(
          (async function* () {
            yield 'part'
            await new Promise(setImmediate)
            boom()
          })()
        )
      )
      app.get('/level', { logSerializers: { req: boom, extra: boom } }, (request: Anything) => {
        request.log.info({ extra: 1 }, 'mine')
        return 'logged'
      })
    })
    const seen: unknown[] = []
    for (const target of ['/', '/throw', '/none', '/header', '/stream', '/%zz', '/level', '/'])
      seen.push((await send(target))?.status ?? 'closed')
    assert.deepEqual(seen, [200, 500, 404, 500, 'closed', 400, 200, 200])
    assert.deepEqual(crashes, [])
  })
}
