import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import { rowsOfLimits, textOfExchange } from '../../src/explain/bounds-text.ts'

async function explain(options: object, handler: (request: { raw: object }) => unknown) {
  const app = espalier(options)
  app.post('/', handler as never)
  const explained = await app.explain({ method: 'POST', path: '/' })
  await app.close()
  return explained
}

test('each limit has its value, the option that sets it and the response above it', async () => {
  const { limits } = await explain({ bodyLimit: 4096, handlerTimeout: 1500 }, () => 1)
  const rows = new Map(rowsOfLimits(limits).map(([name = '', ...cells]) => [name, cells]))
  assert.deepEqual(rows.get('bodyLimit'), ['4,096 bytes', 'of the app', 'answers 413 (a body)'])
  assert.deepEqual(rows.get('handlerTimeout')?.slice(0, 2), ['1.5 s', 'of the app'])
  assert.equal(rows.get('connectionTimeout')?.[0], 'none')
})

test('the reader is named with the causes that disable or slow the fast path', async () => {
  const fast = await explain({}, () => 1)
  assert.equal(textOfExchange(fast.exchange), '\nread on the fast path, without Node’s objects')
  const raw = await explain({}, function peek(request) {
    return typeof request.raw
  })
  assert.match(
    textOfExchange(raw.exchange),
    /\n {2}handler peek .*bounds-text\.test\.\S+ {2}may ask for request\.raw or reply\.raw$/
  )
  const stock = await explain({ exchange: 'stock' }, () => 1)
  assert.match(textOfExchange(stock.exchange), /^\nread by Node’s server, as each request of the app\n {2}\S/)
})
