import assert from 'node:assert/strict'
import { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { close, get, last, lightServer, listen, talk } from './both-servers.ts'
import { answer } from './routes.ts'

test('a tracer that replaces a method of the response class sees every answer on the next connection', async () => {
  const server = lightServer({}, (_request, response) => answer(response, 'traced'))
  const port = await listen(server)
  await talk(port, [last], server)
  const { writeHead } = ServerResponse.prototype
  const traced: unknown[] = []
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: never[]) {
    traced.push(args[0])
    return (writeHead as (...args: never[]) => ServerResponse).apply(this, args)
  } as typeof writeHead
  const output = await talk(port, [get('/x'), last], server)
  ServerResponse.prototype.writeHead = writeHead
  await close(server)
  assert.equal(output.match(/traced/g)?.length, 2)
  assert.deepEqual(traced, [200, 200])
})
