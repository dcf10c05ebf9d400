import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { espalier, httpError } from 'espalier'
import { openapi } from 'espalier/openapi'
import pg from 'pg'
import { answerUnavailable, isUnavailable } from '../../src/index.ts'

/** @returns the port of a TCP server, or a port at which none listens */
async function portThat(t: TestContext, take?: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    take?.(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  if (take === undefined) await new Promise((done) => server.close(done))
  else t.after(() => server.close())
  return port
}

async function errorOf(work: () => unknown): Promise<Error> {
  try {
    await work()
  } catch (error) {
    assert.ok(error instanceof Error)
    return error
  }
  return assert.fail('nothing was thrown')
}

const connect = (port: number, options = {}) => {
  const client = new pg.Client({ host: '127.0.0.1', port, ...options })
  client.on('error', () => {})
  return errorOf(() => client.connect())
}

test('a database that is unreachable, disconnects or does not respond is unavailable', async (t) => {
  const silent = await portThat(t, (socket) => void t.after(() => socket.destroy()))
  assert.ok(isUnavailable(await connect(await portThat(t))))
  assert.ok(isUnavailable(await connect(await portThat(t, (socket) => socket.end()))))
  assert.ok(isUnavailable(await connect(await portThat(t, (socket) => socket.resetAndDestroy()))))
  assert.ok(isUnavailable(await connect(silent, { connectionTimeoutMillis: 20 })))
  const pool = new pg.Pool({ host: '127.0.0.1', port: silent, connectionTimeoutMillis: 20 })
  assert.ok(isUnavailable(await errorOf(() => pool.query('select 1'))))
})

test('a service that fetch cannot reach, or that disconnects, is unavailable', async (t) => {
  const origin = async (port: Promise<number>) => `http://127.0.0.1:${await port}`
  const away = await origin(portThat(t))
  const hangsUp = await origin(portThat(t, (socket) => socket.destroy()))
  for (const url of [away, hangsUp]) assert.ok(isUnavailable(await errorOf(() => fetch(url))), url)
  assert.ok(!isUnavailable(await errorOf(() => fetch('http://[no'))))
})

test('temporary states of PostgreSQL are unavailable, and other errors are not', async () => {
  const db = await PGlite.create()
  const raised = (state: string) =>
    errorOf(() => db.exec(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`))
  for (const state of ['08006', '53300', '57P01', '57P03', '57014', '55P03', '40001', '40P01', '25006'])
    assert.ok(isUnavailable(await raised(state)), state)
  for (const state of ['23505', '22P02', '57P04', '42501', 'P0001'])
    assert.ok(!isUnavailable(await raised(state)), state)
  assert.ok(!isUnavailable(await errorOf(() => db.query('selct 1'))))
  await db.close()
  assert.ok(isUnavailable(await errorOf(() => db.query('select 1'))))
})

test('a cause counts, while an HTTP error and a circle of causes do not', async (t) => {
  const refused = await connect(await portThat(t))
  assert.ok(isUnavailable(new Error('the query failed', { cause: refused })))
  assert.ok(!isUnavailable(httpError(409, 'TAKEN', 'It is taken.', { cause: refused })))
  const circle = new Error('round')
  circle.cause = circle
  for (const one of [circle, undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }]) assert.ok(!isUnavailable(one))
})

test('the handler responds with 503 and Retry-After without driver details, and passes other errors on', async (t) => {
  const refused = await connect(await portThat(t))
  const app = espalier().setErrorHandler(answerUnavailable)
  t.after(() => app.close())
  app.get('/away', () => Promise.reject(refused))
  app.get('/mistake', () => {
    throw new TypeError('no')
  })
  app.get('/own', () => {
    throw httpError(404, 'NO_BOOK', 'There is no such book.')
  })
  const { statusCode, headers, body } = await app.inject('/away')
  assert.deepEqual([statusCode, headers['retry-after']], [503, '1'])
  assert.deepEqual(JSON.parse(body), {
    statusCode: 503,
    error: 'Service Unavailable',
    code: 'UNAVAILABLE',
    message: 'This is not available at the moment. Try again.'
  })
  assert.equal((await app.inject('/mistake')).statusCode, 500)
  assert.equal((await app.inject('/own')).statusCode, 404)
})

test('documents have the 503 of the handler and the framework errors', async (t) => {
  const app = espalier().setErrorHandler(answerUnavailable)
  t.after(() => app.close())
  app.get('/books', () => [])
  await app.ready()
  const { paths } = openapi(app, { info: { title: 'Books', version: '1.0.0' } })
  const { responses } = paths['/books']?.get as { responses: object }
  assert.deepEqual(Object.keys(responses), ['503', '2XX', '4XX', '5XX'])
})
