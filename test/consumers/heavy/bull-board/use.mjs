// bull-board over a queue of BullMQ in Redis, behind a guard: its page, its files, its API, which retries, removes and adds jobs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import { Queue, QueueEvents, Worker } from 'bullmq'

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

/** A Redis of its own, which keeps nothing. */
async function openRedis() {
  const port = await freePort()
  const options = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(process.env.REDIS_SERVER ?? 'redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const text of child.stdout.setEncoding('utf8')) if (text.includes('Ready to accept connections')) break
  child.stdout.resume()
  return { port, child }
}

async function build({ app, shelf }) {
  const { port, child } = await openRedis()
  const connection = { host: '127.0.0.1', port }
  const queue = new Queue('loans', { connection })
  const events = new QueueEvents('loans', { connection })
  const worker = new Worker(
    'loans',
    async ({ data }) => {
      if (data.lost) throw new Error('the book is lost')
      return { lent: data.title }
    },
    { connection }
  )
  await Promise.all([queue.waitUntilReady(), events.waitUntilReady(), worker.waitUntilReady()])
  const lent = await queue.add('lend', { title: 'Emma' }, { jobId: 'loan-1' })
  await lent.waitUntilFinished(events)
  const failed = await queue.add('lend', { title: 'Orlando', lost: true }, { jobId: 'loan-2' })
  await failed.waitUntilFinished(events).catch(() => {})

  const board = new FastifyAdapter()
  createBullBoard({
    queues: [new BullMQAdapter(queue)],
    serverAdapter: board,
    options: { uiConfig: { boardTitle: 'Loans' } }
  })
  board.setBasePath('/queues')
  app.register(async (staff) => {
    staff.addHook('onRequest', async ({ reader }, reply) => {
      if (reader === 'visitor') return reply.code(403).send({ problem: 'staff only' })
    })
    await staff.register(board.registerPlugin(), { prefix: '/queues' })
  })
  app.addHook('onClose', async () => {
    await Promise.all([worker.close(), events.close(), queue.close()])
    child.kill()
    await once(child, 'exit')
  })
  Object.assign(shelf, { queue })
}

/** Hours, and what Redis and the worker say of themselves. */
const settle = (text, key) =>
  ['content-length', 'etag', 'last-modified'].includes(key)
    ? key
    : text
        .replaceAll(/\d{13}/g, 'HOUR')
        .replaceAll(/"stats":\{.*?\}/g, 'STATS')
        .replaceAll(/"stacktrace":\[.*?\]/g, 'STACK')

const ada = { authorization: 'Bearer ada' }

async function until(holds) {
  for (let turn = 0; turn < 100; turn++) {
    if (await holds()) return
    await sleep(50)
  }
  throw new Error('it never came true')
}

const cases = {
  'the page and its files are served to the staff': async ({ ask }) => {
    const page = await ask('/queues/', { headers: ada })
    assert.equal(page.status, 200)
    assert.equal(page.headers['x-served-to'], 'ada')
    assert.match(page.text, /Loans/)
    const [, script] = /src="([^"]+\.js)"/.exec(page.text)
    const path = new URL(script, 'http://books.test/queues/').pathname
    assert.equal((await ask(path, { headers: ada })).status, 200)
    assert.equal((await ask(path, { method: 'HEAD', headers: ada })).status, 200)
    assert.equal((await ask('/queues/static/nothing.js', { headers: ada })).status, 404)
    assert.equal((await ask('/queues/')).status, 403)
    assert.equal((await ask('/queues/api/queues', { headers: { authorization: 'Bearer stolen' } })).status, 401)
  },
  'the API lists queues and jobs': async ({ ask }) => {
    const { json } = await ask('/queues/api/queues?activeQueue=loans&page=1&jobsPerPage=10', { headers: ada })
    assert.equal(json().queues[0].counts.failed, 1)
    assert.equal((await ask('/queues/api/queues/loans/loan-1', { headers: ada })).json().job.id, 'loan-1')
    await ask('/queues/api/queues/loans/loan-2/logs', { headers: ada })
    assert.equal((await ask('/queues/api/queues/loans/nobody', { headers: ada })).status, 404)
    assert.equal((await ask('/queues/api/queues/other/loan-1', { headers: ada })).status, 404)
  },
  'a failed job is retried, a queue is paused, a job is added and removed': async ({ ask, library, compare }) => {
    const { queue } = library.shelf
    const change = async (path, { method = 'PUT', body, headers } = {}) => {
      const { status } = await ask(`/queues/api/queues/loans/${path}`, {
        method,
        headers: { ...ada, ...headers },
        body
      })
      return status
    }
    assert.equal(await change('loan-2/update-data', { method: 'PATCH', body: { jobData: { title: 'Orlando' } } }), 200)
    assert.ok((await change('loan-2/retry')) < 300)
    await until(async () => (await queue.getJob('loan-2')).isCompleted())
    assert.equal(await change('pause'), 200)
    assert.equal(compare(await queue.isPaused()), true)
    const body = { name: 'lend', data: { title: 'Flush' }, options: { jobId: 'loan-3' } }
    assert.equal(await change('add', { method: 'POST', body }), 200)
    assert.equal(compare((await queue.getJob('loan-3')).data.title), 'Flush')
    assert.ok((await change('loan-3/clean')) < 300)
    assert.equal(compare((await queue.getJob('loan-3')) ?? null), null)
    assert.equal(await change('resume'), 200)
    assert.equal(await change('clean/completed'), 200)
    assert.equal(await change('nobody/retry'), 404)
    const json = { 'content-type': 'application/json' }
    assert.equal(await change('add', { method: 'POST', headers: json, body: '{' }), 400)
  },
  'routes beside it have the error handler of the app': async ({ ask }) => {
    assert.equal((await ask('/books', { body: { title: 'Emma' } })).status, 409)
  }
}

export const uses = { 'bull-board': { build, settle, cases } }
