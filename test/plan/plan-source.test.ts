import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../security/wild.ts'

type Done = () => void

test('hooks run in order of declaration, outer contexts first and those of the route last', async () => {
  const { app } = createApp()
  const ran: string[] = []
  const note = (name: string) => (_request: unknown, _reply: unknown, done: Done) => {
    ran.push(name)
    done()
  }
  app.addHook('onRequest', note('root'))
  app.register(async (child: typeof app) => {
    child.get('/', { onRequest: [note('own'), note('own too')], preHandler: note('one alone') }, () => '')
    child.addHook('onRequest', note('child, declared after the route'))
  })
  app.addHook('onRequest', note('root, declared after the child'))
  app.register(async (sibling: typeof app) => void sibling.addHook('onRequest', note('sibling')))
  await app.inject('/')
  const above = ['root', 'child, declared after the route', 'root, declared after the child']
  assert.deepEqual(ran, [...above, 'own', 'own too', 'one alone'])
})

test('error handlers are called from the route outwards, and the default one last', async () => {
  const { app } = createApp()
  const asked: string[] = []
  const handOn = (name: string) => (error: Error) => {
    asked.push(name)
    throw error
  }
  app.setErrorHandler(handOn('root'))
  app.register(async (child: typeof app) => {
    child.setErrorHandler(handOn('child'))
    child.get('/', { errorHandler: handOn('route') }, () => {
      throw Object.assign(new Error('teapot'), { statusCode: 418 })
    })
  })
  const { statusCode, body } = await app.inject('/')
  assert.deepEqual(asked, ['route', 'child', 'root'])
  assert.equal(statusCode, 418)
  assert.match(body, /teapot/)
})
