import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { servePage } from '../../src/inspect/serve-page.ts'

const statusOf = (address: string, method: string, path: string, host?: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = new URL(address)
    const sent = request({ port, method, path, ...(host !== undefined && { headers: { host } }) }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject).end()
  })

test('the page is served read-only for local host names, and another host gets 421', async (t) => {
  const served = await servePage('<p>é</p>', 0)
  t.after(() => served.close())
  const answer = await fetch(served.address)
  assert.deepEqual([answer.status, await answer.text()], [200, '<p>é</p>'])
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal((await fetch(served.address, { method: 'HEAD' })).status, 200)
  const { port } = new URL(served.address)
  assert.equal(await statusOf(served.address, 'GET', '/?a=1', `localhost:${port}`), 200)
  assert.equal(await statusOf(served.address, 'GET', '/', `evil.example:${port}`), 421)
  assert.equal(await statusOf(served.address, 'GET', '/other'), 404)
  assert.equal(await statusOf(served.address, 'POST', '/'), 405)
})

test('a port in use rejects with a message, and a closed page frees its port', async () => {
  const first = await servePage('first', 0)
  const port = Number(new URL(first.address).port)
  await assert.rejects(servePage('second', port), {
    message: `Port ${port} cannot be used: another program has it. Name another one with --port, or leave it out.`
  })
  await first.close()
  const second = await servePage('second', port)
  assert.equal(await (await fetch(second.address)).text(), 'second')
  await second.close()
})
