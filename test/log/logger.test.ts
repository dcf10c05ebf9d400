import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pino from 'pino'
import { assertLogLevel, compileChildLogger, createLogger, defaultChildLoggerFactory } from '../../src/log/logger.ts'
import type { Logger } from '../../types/logger.ts'
import type { ChildLoggerFactory } from '../../types/route.ts'

type SonicBoom = ReturnType<typeof pino.destination>
type Line = Record<string, unknown>

function memory(): { stream: { write(line: string): void }; lines: Line[] } {
  const lines: Line[] = []
  return { lines, stream: { write: (line) => void lines.push(JSON.parse(line)) } }
}

const complete = { fatal() {}, error() {}, warn() {}, info() {}, debug() {}, trace() {}, child: () => complete }
const misuse: [string, Parameters<typeof createLogger>[0], string][] = [
  [
    'logger beside loggerInstance',
    { logger: true, loggerInstance: pino() },
    'FST_ERR_LOG_LOGGER_AND_LOGGER_INSTANCE_PROVIDED'
  ],
  ['a logger as options', { logger: pino() }, 'FST_ERR_LOG_INVALID_LOGGER_CONFIG'],
  ['options as loggerInstance', { loggerInstance: { level: 'info' } }, 'FST_ERR_LOG_INVALID_LOGGER_INSTANCE'],
  ['the console as options', { logger: console }, 'FST_ERR_LOG_INVALID_LOGGER'],
  ['a logger without child', { loggerInstance: { ...complete, child: 1 } }, 'FST_ERR_LOG_INVALID_LOGGER'],
  ['a stream and a file', { logger: { stream: memory().stream, file: 'x' } }, 'FST_ERR_LOG_INVALID_DESTINATION']
]

for (const [name, options, code] of misuse) {
  test(`${name} is refused with ${code}`, () => {
    assert.throws(() => createLogger(options), { code })
  })
}

test('an incomplete loggerInstance is refused with the names of the missing methods', () => {
  assert.throws(
    () => createLogger({ loggerInstance: { info() {}, error() {}, warn() {} } }),
    /'debug,fatal,trace,child'/
  )
})

test('without a logger logging is disabled, and every method is an own property', () => {
  const { logger, enabled } = createLogger({})
  assert.equal(enabled, false)
  for (const method of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'child'] as const) {
    assert.ok(Object.hasOwn(logger, method), method)
  }
  logger.error('x')
  assert.equal(logger.child({}), logger)
})

test('two apps without a logger do not share a logger instance', () => {
  assert.notEqual(createLogger({}).logger, createLogger({ logger: false }).logger)
})

test('pino is loaded only by an app that logs', () => {
  const program = `
    const { createRequire } = await import('node:module')
    const { createLogger } = await import(${JSON.stringify(new URL('../../src/log/logger.js', import.meta.url).href)})
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => /[\\\\/]pino[\\\\/]/.test(path))
    createLogger({})
    const before = loaded()
    createLogger({ logger: { level: 'silent' } })
    console.log(before, loaded())
  `
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  assert.equal(stdout, 'false true\n', stderr)
})

test('the default log level is info, and the option level replaces it', () => {
  const { stream, lines } = memory()
  const { logger, enabled } = createLogger({ logger: { stream } })
  assert.equal(enabled, true)
  logger.debug('no')
  logger.info('yes')
  assert.deepEqual(
    lines.map((line) => line.msg),
    ['yes']
  )
  assert.equal(createLogger({ logger: { level: 'warn', stream } }).logger.level, 'warn')
})

test('hidden and read-only logger options are respected', () => {
  const options = Object.freeze(Object.defineProperty({ stream: memory().stream }, 'level', { value: 'error' }))
  assert.equal(createLogger({ logger: options }).logger.level, 'error')
})

test('a logger option that is not a plain object has the defaults', () => {
  assert.equal(createLogger({ logger: new Date() }).logger.level, 'info')
})

test('the option file writes log lines to that file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-log-'))
  try {
    const file = join(folder, 'app.log')
    const { logger } = createLogger({ logger: { file } })
    logger.info('to the file')
    const destination = (logger as unknown as Record<symbol, SonicBoom>)[pino.symbols.streamSym]
    assert.ok(destination)
    // After `end()` the destination has written its buffer, even if the file was not open before.
    destination.end()
    await once(destination, 'close')
    assert.match(readFileSync(file, 'utf8'), /"msg":"to the file"/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const request = {
  method: 'GET',
  url: '/a?b=c',
  headers: { 'accept-version': '1.x', authorization: 'Bearer secret' },
  host: 'example.com',
  ip: '10.0.0.1',
  socket: { remotePort: 4000 },
  body: 'private'
}

test('the default serializers log only selected fields of a request and a reply', () => {
  const { stream, lines } = memory()
  createLogger({ logger: { stream } }).logger.info({
    req: request,
    res: { statusCode: 201, secret: 1 },
    err: new Error('x')
  })
  assert.deepEqual(lines[0]?.req, {
    method: 'GET',
    url: '/a?b=c',
    version: '1.x',
    host: 'example.com',
    remoteAddress: '10.0.0.1',
    remotePort: 4000
  })
  assert.deepEqual(lines[0]?.res, { statusCode: 201 })
  assert.deepEqual((lines[0]?.err as Error | undefined)?.message, 'x')
})

test('a request without headers and socket can be logged', () => {
  const { stream, lines } = memory()
  createLogger({ logger: { stream } }).logger.info({ req: { method: 'GET', url: '/', socket: null } })
  assert.deepEqual(lines[0]?.req, { method: 'GET', url: '/' })
})

test('an error that throws when it is read is still logged', () => {
  const { stream, lines } = memory()
  const { logger } = createLogger({ logger: { stream } })
  const fail = () => {
    throw new Error('do not read me')
  }
  const { proxy, revoke } = Proxy.revocable(new Error('x'), {})
  revoke()
  logger.error({ err: Object.defineProperty(new Error('x'), 'message', { get: fail }) }, 'first')
  logger.error({ err: proxy }, 'second')
  assert.deepEqual(
    lines.map((line) => line.msg),
    ['first', 'second']
  )
})

test('a serializer in the options replaces only the default one of its name', () => {
  const { stream, lines } = memory()
  const serializers = { req: (value: { url: string }) => value.url }
  createLogger({ logger: { stream, serializers } }).logger.info({ req: request, res: { statusCode: 204 } })
  assert.deepEqual([lines[0]?.req, lines[0]?.res], ['/a?b=c', { statusCode: 204 }])
})

test('a pino loggerInstance keeps its serializers and gets the missing default ones', () => {
  const { stream, lines } = memory()
  const loggerInstance = pino({ serializers: { req: () => 'its own' } }, stream)
  createLogger({ loggerInstance }).logger.info({ req: request, res: { statusCode: 204, secret: 1 } })
  assert.deepEqual([lines[0]?.req, lines[0]?.res], ['its own', { statusCode: 204 }])
})

test('a loggerInstance of another library is used unchanged', () => {
  assert.equal(createLogger({ loggerInstance: complete }).logger, complete)
})

function plan(logger: Logger, factory: ChildLoggerFactory<unknown> = defaultChildLoggerFactory) {
  return { app: 'the app', logger, factory, label: 'reqId' }
}

test('log lines of a request have its id under the label', () => {
  const { stream, lines } = memory()
  const { logger } = createLogger({ logger: { stream } })
  compileChildLogger({ ...plan(logger), label: 'traceId' })('req-1', { request: {} }).info('x')
  assert.equal(lines[0]?.traceId, 'req-1')
})

test('the log level and the serializers of a route apply to its requests only', () => {
  const { stream, lines } = memory()
  const { logger } = createLogger({ logger: { stream, level: 'error' } })
  const serializers = { user: (user: { name: string }) => user.name }
  const child = compileChildLogger({ ...plan(logger), level: 'debug', serializers })('req-1', { request: {} })
  child.debug({ user: { name: 'Ada', password: 'x' } }, 'seen')
  logger.warn('not seen')
  assert.deepEqual(
    lines.map((line) => [line.user, line.msg]),
    [['Ada', 'seen']]
  )
})

test('a route without a logLevel keeps the level of the logger', () => {
  const options: object[] = []
  const factory: ChildLoggerFactory<unknown> = (logger, bindings, childOptions) => {
    options.push(childOptions)
    return logger.child(bindings, childOptions)
  }
  const { logger } = createLogger({})
  for (const level of [undefined, null, '', 'warn'])
    compileChildLogger({ ...plan(logger, factory), level })('1', { request: {} })
  assert.deepEqual(options, [{}, {}, {}, { level: 'warn' }])
})

test('childLoggerFactory receives the app as this, the bindings and the raw request, also without a logger', () => {
  const raw = { url: '/' }
  const calls: unknown[] = []
  const factory: ChildLoggerFactory<unknown> = function (this: unknown, logger, bindings, _options, given) {
    calls.push(this, bindings, given)
    return logger
  }
  const { logger } = createLogger({})
  assert.equal(compileChildLogger(plan(logger, factory))('req-1', { request: raw }), logger)
  assert.deepEqual(calls, ['the app', { reqId: 'req-1' }, raw])
})

test('a childLoggerFactory that returns a non-logger throws at the first request', () => {
  for (const result of [undefined, null, {}, console]) {
    const child = compileChildLogger(plan(createLogger({}).logger, () => result as unknown as Logger))
    assert.throws(() => child('req-1', { request: {} }), { code: 'FST_ERR_LOG_INVALID_LOGGER' })
  }
})

test('a logLevel must be a level of the logger, or undefined, null or empty', () => {
  const { logger } = createLogger({ logger: { level: 'silent' } })
  for (const level of ['trace', 'info', 'fatal', 'silent', undefined, null, '']) {
    assert.doesNotThrow(() => assertLogLevel(level, logger, 'GET', '/'))
  }
  for (const level of ['loud', 'constructor', '__proto__', 30, {}]) {
    assert.throws(() => assertLogLevel(level, logger, 'GET', '/log'), { code: 'FST_ERR_ROUTE_LOG_LEVEL_INVALID' })
  }
})

test('a logger without a list of levels accepts any logLevel', () => {
  assert.doesNotThrow(() => assertLogLevel('loud', createLogger({}).logger, 'GET', '/'))
})
