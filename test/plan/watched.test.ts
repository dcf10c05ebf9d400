import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { espalier } from '../../src/index.ts'
import { watched, watchedParsers, watchedValidators } from '../../src/plan/watched.ts'

const holder = globalThis as { [key: symbol]: unknown }
const key = Symbol.for('espalier.watch')
const told: string[] = []
const startWatching = () => {
  told.length = 0
  holder[key] = (stage: string, subject: unknown) =>
    told.push(`${stage} ${typeof subject === 'function' ? subject.name : subject}`)
}
afterEach(() => {
  delete holder[key]
})

test('functions, parsers and validators are not wrapped when no tool watches', () => {
  const fn = () => {}
  assert.equal(watched('handler', fn, fn), fn)
  const parsers = { catchAll: undefined, find: () => undefined }
  assert.equal(watchedParsers(parsers), parsers)
  assert.equal(watchedValidators(null), null)
})

test('a watched function keeps its length, name and constructor', async () => {
  startWatching()
  const hook = async function hook(_request: unknown, _reply: unknown) {}
  const made = watched('onRequest', hook, hook)
  assert.deepEqual([made.length, made.name, made.constructor], [2, 'hook', hook.constructor])
  await made(1, 2)
  assert.deepEqual(told, ['onRequest hook'])
})

test('each function and validator of a request is reported in order, and the response is the same', async () => {
  const build = () => {
    const app = espalier()
    app.addHook('onRequest', function early(_request, _reply, done) {
      done()
    })
    app.setErrorHandler(function onFault(error, _request, reply) {
      reply.code(400).send(`fault: ${(error as Error).message}`)
    })
    const schema = { body: { type: 'object', required: ['n'] }, querystring: { type: 'object' } }
    app.post('/', { schema }, function send(_request, reply) {
      reply.send('sent')
    })
    return app
  }
  const [plain, seen] = [build(), build()]
  await plain.ready()
  startWatching()
  await seen.ready()
  for (const payload of [{ n: 1 }, {}]) {
    const [before, now] = [
      await plain.inject({ method: 'POST', url: '/', payload }),
      await seen.inject({ method: 'POST', url: '/', payload })
    ]
    assert.deepEqual([now.statusCode, now.payload], [before.statusCode, before.payload])
  }
  assert.deepEqual(
    told.map((one) => one.replace(/^parse .*/, 'parse')),
    [
      ...['onRequest early', 'parse', 'validate body', 'validate querystring', 'handler send'],
      ...['onRequest early', 'parse', 'validate body', 'error handler onFault']
    ]
  )
  await Promise.all([plain.close(), seen.close()])
})

test('a bound function is watched', async () => {
  startWatching()
  const app = espalier()
  app.addHook('onRequest', async function bound(this: unknown) {}.bind(null) as never)
  app.get('/', () => 'ok')
  assert.equal((await app.inject('/')).payload, 'ok')
  assert.match(told[0] ?? '', /^onRequest bound/)
  await app.close()
})
