import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createContexts } from '../../examples/contexts.ts'

const app = createContexts()
after(() => app.close())

const ask = (url: string, headers = {}) => app.inject({ url, headers })

test('a child behind a token refuses a request without one', async () => {
  const response = await ask('/a')
  assert.equal(response.statusCode, 401)
  assert.equal(response.headers['www-authenticate'], 'Bearer')
  assert.equal(response.body, '{"error":"missing authorization header"}')
})

test('a child sees the decorators of the root and none of its sibling', async () => {
  const response = await ask('/a', { authorization: 'Bearer secret' })
  assert.equal(response.statusCode, 200)
  assert.equal(response.body, '{"root":"of the root"}')
})

test('a context sees its own decorator and the one above it, asks for no token, and does not see the one below', async () => {
  const response = await ask('/b')
  assert.equal(response.statusCode, 200)
  assert.equal(response.body, '{"root":"of the root","branch":"of B"}')
})

test('a grandchild sees all three decorators and asks for no token', async () => {
  const response = await ask('/b/c')
  assert.equal(response.statusCode, 200)
  assert.equal(response.body, '{"root":"of the root","branch":"of B","leaf":"of the grandchild"}')
})

for (const url of ['/shared/b', '/shared/c']) {
  test(`a grandchild that is shared hands its decorator to its parent: ${url}`, async () => {
    const response = await ask(url)
    assert.equal(response.statusCode, 200)
    assert.equal(response.body, '{"root":"of the root","branch":"of B","leaf":"of the grandchild"}')
  })
}

test('a shared grandchild goes no further up than its parent', async () => {
  assert.equal((await ask('/b')).body, '{"root":"of the root","branch":"of B"}')
})
