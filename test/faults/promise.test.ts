/** Synchronous functions outside of routes: a promise that they return is refused, and its rejection does not crash the process. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Anything, Options, Wild } from '../security/wild.ts'
import { createApp } from '../security/wild.ts'
import { Connection, portOf, request } from '../security/wire.ts'

const rejecting = async () => {
  throw new Error('boom')
}

const refused = { message: /returned a promise/ }

const boots: Record<string, { options?: Options; declare?: (app: Wild) => unknown }> = {
  'a validator compiler': {
    declare: (app) => app.post('/', { schema: { body: {} }, validatorCompiler: rejecting }, () => '')
  },
  'a serializer compiler': {
    declare: (app) => app.get('/', { schema: { response: { 200: {} } }, serializerCompiler: rejecting }, () => '')
  },
  'a serverFactory': { options: { serverFactory: rejecting } },
  'the validate function of a constraint': {
    options: {
      routerOptions: {
        constraints: {
          tenant: {
            name: 'tenant',
            storage: () => ({ get() {}, set() {} }),
            deriveConstraint: () => 'a',
            validate: rejecting
          }
        }
      }
    },
    declare: (app) => app.get('/', { constraints: { tenant: 'a' } }, () => '')
  }
}

for (const [name, { options = {}, declare }] of Object.entries(boots)) {
  test(`${name} that returns a rejecting promise fails the boot with 'returned a promise'`, async () => {
    await assert.rejects(async () => {
      const { app } = createApp({ logger: false, ...options })
      declare?.(app)
      await app.ready()
    }, refused)
  })
}

for (const [name, fail] of Object.entries({
  throws: () => {
    throw new Error('boom')
  },
  rejects: rejecting
})) {
  test(`a clientErrorHandler that ${name} closes the connection, is logged, and the next request is served`, async (t) => {
    const { app, lines } = createApp({ clientErrorHandler: fail })
    t.after(() => app.close())
    app.get('/', () => 'fine')
    const port = await portOf(app as never)
    const broken = new Connection(port).send('no HTTP\r\n\r\n')
    assert.equal(await broken.read(), null)
    assert.equal(lines.filter(({ err }) => err?.message === 'boom').length, 1)
    const fresh = new Connection(port).send(request('/'))
    assert.equal((await fresh.read())?.body, 'fine')
    fresh.destroy()
  })
}

test('a log serializer that returns a rejecting promise affects only its field', async (t) => {
  const lines: Anything[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const { app } = createApp({ logger: { stream, serializers: { req: rejecting } } })
  t.after(() => app.close())
  app.get('/', () => 'fine')
  assert.equal((await app.inject({ url: '/' })).body, 'fine')
  assert.match(String(lines.find(({ msg }) => msg === 'incoming request')?.req), /serializer of this field/)
})

test('an invalid trailer value does not break the response or the next one, and an invalid trailer name throws', async (t) => {
  const { app } = createApp()
  t.after(() => app.close())
  app.get('/', (_request: unknown, reply: Anything) => {
    reply.trailer('x-split', async () => 'a\r\nb: c')
    assert.throws(() => reply.trailer('x y', async () => 'name'), { code: 'FST_ERR_BAD_TRAILER_NAME' })
    reply.trailer('x-none', async () => undefined)
    reply.trailer('x-thrown', () => {
      throw new Error('boom')
    })
    reply.trailer('x-kept', async () => 'kept')
    reply.send('fine')
  })
  const connection = new Connection(await portOf(app as never)).send(request('/'))
  assert.equal((await connection.read())?.body, 'fine')
  // The next answer would otherwise be read from the middle of this one.
  assert.equal((await connection.send(request('/')).read())?.body, 'fine')
  connection.destroy()
})
