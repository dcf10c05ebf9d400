// An application in the usual style of Fastify moves to espalier by one line, its import of the framework. Both frameworks serve a copy with the same
// other lines, and must send the same bytes.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Answer, exchange } from '../ecosystem/wire.ts'
import { story } from '../story.ts'
import { exchanges } from './exchanges.ts'
import { application, importLine, type Library, type LogLine, openLibrary } from './library.ts'

/** Removes the parts that depend on the time and on the number of requests. */
function comparable({ status, headers: { date, 'x-request-id': id, ...headers }, body }: Answer): object {
  return { status, headers, dated: date !== undefined, named: id !== undefined, body: body.toString('latin1') }
}

/** Removes the parts that depend on the time, the machine and the port. */
const stable = ({ level, msg, reqId, req, err }: LogLine): object => ({
  level,
  msg: msg.replace(/:\d+$/, ''),
  reqId,
  method: req?.method,
  url: req?.url,
  error: err?.message.replace(/'.*'/, '')
})

const test = story('an application moves from Fastify')

test('the application names its framework in one line', async () => {
  const source = await readFile(join(application, 'app.cjs'), 'utf8')

  assert.equal(source.split(importLine).length, 2)
  assert.doesNotMatch(source.replace(importLine, ''), /espalier/)
})

const answers = { fastify: [] as object[], espalier: [] as object[] }
const logs = { fastify: [] as object[], espalier: [] as object[] }

for (const framework of ['fastify', 'espalier'] as const) {
  let library: Library

  test(`the library opens on ${framework}`, async () => {
    library = await openLibrary(framework)
  })

  for (const { what, path, status, expected, answer, method, headers, body } of exchanges) {
    test(`${what}, on ${framework}`, async () => {
      const outgoing = { method: method ?? 'GET', headers: headers ?? {}, ...(body !== undefined && { body }) }
      const received = await exchange(library.origin, path, outgoing)
      answers[framework].push(comparable(received))

      assert.equal(received.body.toString(), answer.toString())
      assert.deepEqual(received.body, Buffer.from(answer))
      assert.equal(received.status, status)
      for (const [name, value] of Object.entries(expected ?? {})) assert.equal(received.headers[name], value, name)
    })
  }

  test(`close on ${framework} closes the store, and the log has the expected lines`, async () => {
    assert.equal(await library.close(), true)

    logs[framework].push(...library.lines.map(stable))
    const messages = library.lines.map(({ msg }) => msg)
    assert.deepEqual(messages.slice(0, 2), ['stock is loaded', `Server listening at ${library.origin}`])
    const faults = library.lines.filter(({ level }) => level >= 50).map(({ err }) => err?.message.slice(0, 24))
    assert.deepEqual(faults, ['the store caught fire', 'nothing to lend', 'ENOENT: no such file or ', 'a big trouble'])
    const loans = library.lines.filter(({ req }) => req?.url.startsWith('/loans'))
    assert.deepEqual(loans, [])
  })
}

test('both frameworks send the same responses and write the same log lines', () => {
  assert.equal(answers.fastify.length, exchanges.length)
  assert.deepEqual(answers.espalier, answers.fastify)
  assert.deepEqual(logs.espalier, logs.fastify)
})
