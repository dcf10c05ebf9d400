import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pinoOfWorkers } from '../../src/worker/pino.ts'
import { runOnWorker } from './bundle.ts'

function recording(options: object = {}) {
  const lines: string[] = []
  const logger = pinoOfWorkers({ level: 'info', ...options } as never, { write: (line) => lines.push(line) })
  const read = () => lines.map((line) => JSON.parse(line)).map(({ time: _, ...others }) => others)
  return { logger, lines, read }
}

test('log lines are JSON with the level, the logged fields and the message', () => {
  const { logger, lines, read } = recording()
  logger.debug('below the level')
  logger.info({ size: 2 }, 'read %s', 'it')
  assert.deepEqual(read(), [{ level: 30, size: 2, msg: 'read it' }])
  assert.match(lines[0] ?? '', /^\{"time":\d+,.*\}\n$/)
})

test('a child logger writes its bindings, with its own level and serializers', () => {
  const { logger, read } = recording({ serializers: { req: () => 'short' }, base: { app: 'a' } })
  const child = logger.child({ reqId: '1' }, { level: 'warn', serializers: { res: () => 'done' } })
  child.info('below its level')
  child.warn({ req: {}, res: {} }, 'm')
  child.silent('never')
  assert.deepEqual(read(), [{ level: 40, app: 'a', reqId: '1', req: 'short', res: 'done', msg: 'm' }])
})

test('a log line with a field that JSON cannot represent loses its fields', () => {
  const { logger, read } = recording()
  logger.info({ big: 1n }, 'm')
  assert.deepEqual(read(), [{ level: 30, msg: 'm', unwritable: true }])
})

test('an error is written with its type, message, stack and own fields', () => {
  const error = Object.assign(new RangeError('far'), { code: 'E_FAR' })
  const { err } = pinoOfWorkers.stdSerializers
  assert.deepEqual(err(error), { type: 'RangeError', message: 'far', stack: error.stack, code: 'E_FAR' })
  assert.equal(err('text'), 'text')
})

test('an app writes log lines with the console method of their level', async (t) => {
  const program = `
    import { espalier } from 'espalier'
    import { toFetchHandler } from 'espalier/fetch'
    for (const name of ['warn', 'error']) console[name] = (line) => console.log(name + ' ' + line)
    const app = espalier({ logger: true, exposeErrors: false })
    app.get('/fail', () => { throw new Error('boo') })
    app.get('/warn', ({ log }) => (log.warn('careful'), 'ok'))
    export default { fetch: toFetchHandler(app) }
  `
  const { output } = await runOnWorker(t, program, [{ path: '/fail' }, { path: '/warn' }])
  assert.match(
    output,
    /^\{"time":\d+,"level":30,"reqId":"req-1","req":\{"method":"GET","url":"\/fail".*"incoming request"\}$/m
  )
  assert.match(
    output,
    /^error \{"time":\d+,"level":50,"reqId":"req-1",.*"err":\{.*"message":"boo","stack":"Error: boo.*$/m
  )
  assert.match(output, /^warn \{"time":\d+,"level":40,"reqId":"req-2","msg":"careful"\}$/m)
})
