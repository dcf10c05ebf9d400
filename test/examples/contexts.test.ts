import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createContexts } from '../../examples/contexts.ts'

const app = createContexts()
after(() => app.close())

const ask = (url: string, headers = {}) => app.inject({ url, headers })

test('a child with a token rejects a request without one', async () => {
  const response = await ask('/a')
  assert.equal(response.statusCode, 401)
  assert.equal(response.headers['www-authenticate'], 'Bearer')
  assert.equal(response.body, '{"error":"missing authorization header"}')
})

test('a child sees the decorators of the root and not those of its sibling', async () => {
  const response = await ask('/a', { authorization: 'Bearer secret' })
  assert.equal(response.statusCode, 200)
  assert.equal(response.body, '{"root":"of the root"}')
})

test('a context sees its own decorator and that of the root, and not that of its child', async () => {
  const response = await ask('/b')
  assert.equal(response.statusCode, 200)
  assert.equal(response.body, '{"root":"of the root","branch":"of B"}')
})

test('a grandchild sees all three decorators without a token', async () => {
  const response = await ask('/b/c')
  assert.equal(response.statusCode, 200)
  assert.equal(response.body, '{"root":"of the root","branch":"of B","leaf":"of the grandchild"}')
})

for (const url of ['/shared/b', '/shared/c']) {
  test(`a shared grandchild passes its decorator to its parent: ${url}`, async () => {
    const response = await ask(url)
    assert.equal(response.statusCode, 200)
    assert.equal(response.body, '{"root":"of the root","branch":"of B","leaf":"of the grandchild"}')
  })
}

test('the decorator of a shared grandchild does not reach /b', async () => {
  assert.equal((await ask('/b')).body, '{"root":"of the root","branch":"of B"}')
})
