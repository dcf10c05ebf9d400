import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type TestContext, test } from 'node:test'
import { type Anything, createApp, type Wild } from '../security/wild.ts'

function published(t: TestContext, app: Wild): string[] {
  const states: string[] = []
  const note = (message: Anything) => message.app === app && void states.push(message.state)
  subscribe('espalier.app.state', note)
  t.after(() => unsubscribe('espalier.app.state', note))
  return states
}

test('app.state is starting, then ready after onReady, draining after close() and closed at the end', async (t) => {
  const { app } = createApp()
  const states = published(t, app)
  const seen: [string, string][] = []
  const look = (where: string) => seen.push([where, app.state])
  look('made')
  app.register(async (child: Wild) => void look(`plugin, as ${child.state}`))
  for (const name of ['onReady', 'preClose', 'onClose']) app.addHook(name, async () => void look(name))
  await app.ready()
  look('ready()')
  const closed = app.close()
  look('close()')
  await closed
  look('closed')
  assert.deepEqual(seen, [
    ['made', 'starting'],
    ['plugin, as starting', 'starting'],
    ['onReady', 'starting'],
    ['ready()', 'ready'],
    ['close()', 'draining'],
    ['preClose', 'draining'],
    ['onClose', 'draining'],
    ['closed', 'closed']
  ])
  assert.deepEqual(states, ['ready', 'draining', 'closed'])
})

test('an app that closes during its boot is never ready', async (t) => {
  const { app } = createApp()
  const states = published(t, app)
  let closed: Promise<unknown> = Promise.resolve()
  app.register(async () => {
    closed = app.close()
    assert.equal(app.state, 'draining')
  })
  await app.ready()
  await closed
  assert.deepEqual(states, ['draining', 'closed'])
})

test('an app that fails to boot is starting until it is closed, even when onClose fails', async (t) => {
  const { app } = createApp({ logger: false })
  const states = published(t, app)
  app.register(async () => {
    throw new Error('no database')
  })
  app.addHook('onClose', async () => {
    throw new Error('no end')
  })
  await assert.rejects(app.ready(), /no database/)
  assert.equal(app.state, 'starting')
  await assert.rejects(app.close(), /no end/)
  assert.deepEqual([app.state, states], ['closed', ['draining', 'closed']])
})

test('app.state is set before a subscriber is called', async (t) => {
  const { app } = createApp()
  const found: string[] = []
  const note = (message: Anything) => message.app === app && void found.push(app.state)
  subscribe('espalier.app.state', note)
  t.after(() => unsubscribe('espalier.app.state', note))
  await app.ready()
  await app.close()
  assert.deepEqual(found, ['ready', 'draining', 'closed'])
})

test('a decorator or an assignment replaces app.state', async () => {
  const { app } = createApp()
  assert.equal(app.hasDecorator('state'), false)
  app.decorate('state', 'starting')
  assert.deepEqual([app.state, app.hasDecorator('state')], ['starting', true])
  const { app: other } = createApp()
  other.state = { users: 7 }
  assert.deepEqual(other.state, { users: 7 })
  await Promise.all([app.ready(), other.ready()])
  assert.deepEqual([app.state, other.state], ['starting', { users: 7 }])
  await Promise.all([app.close(), other.close()])
})

test('an assigned app.state is a plain property', () => {
  const { app } = createApp()
  app.state = 'mine'
  assert.deepEqual(Object.getOwnPropertyDescriptor(app, 'state'), {
    value: 'mine',
    writable: true,
    enumerable: true,
    configurable: true
  })
})
