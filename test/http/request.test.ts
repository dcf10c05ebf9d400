import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serve } from '../security/serve.ts'
import type { Anything } from '../security/wild.ts'

for (const exchange of ['auto', 'stock']) {
  test(`a request has the data of its message and connection (${exchange})`, async (t) => {
    let seen: Anything
    const options = {
      ...(exchange === 'stock' && { exchange }),
      rewriteUrl: (raw: Anything) => raw.url.replace('/old', '/new')
    }
    const { port, send } = await serve(t, options, (app) => {
      app.post('/new', { config: { a: 1 } }, function (this: Anything, request: Anything) {
        request.headers = { 'x-more': '2' }
        request.headers = { 'x-most': '3' }
        seen = {
          ...Object.fromEntries(
            [
              'url',
              'originalUrl',
              'method',
              'is404',
              'ip',
              'ips',
              'host',
              'hostname',
              'port',
              'protocol',
              'mediaType'
            ].map((name) => [name, request[name]])
          ),
          own: [
            request.headers['x-own'],
            request.headers['x-more'],
            request.headers['x-most'],
            request.raw.headers['x-more']
          ],
          isItsSocket: request.socket === request.raw.socket && request.socket.remotePort > 0,
          isItsServer: request.server === this,
          config: request.routeOptions.config.a,
          query: { ...request.query }
        }
        return 'text'
      })
    })
    const headers = [
      ['Content-Type', 'Application/JSON; charset=utf-8'],
      ['X-Own', '1'],
      ['Host', `a.test:${port}`]
    ] as const
    assert.equal((await send('/old?b=2', { method: 'POST', headers, body: '{}' }))?.body, 'text')
    assert.deepEqual(seen, {
      url: '/new?b=2',
      originalUrl: '/old?b=2',
      method: 'POST',
      is404: false,
      ip: '127.0.0.1',
      ips: undefined,
      host: `a.test:${port}`,
      hostname: 'a.test',
      port,
      protocol: 'http',
      mediaType: 'application/json',
      own: ['1', '2', '3', undefined],
      isItsSocket: true,
      isItsServer: true,
      config: 1,
      query: { b: '2' }
    })
  })
}

test('mediaType is undefined without a content type, and getDecorator finds decorators by name', async (t) => {
  let seen: Anything
  const { send } = await serve(t, {}, (app) => {
    app.decorateRequest('greet', function (this: Anything) {
      return `${this.method} ${this.url}`
    })
    app.decorateRequest('count', 0)
    app.get('/', (request: Anything) => {
      const greet = request.getDecorator('greet')
      request.setDecorator('count', 7)
      const codes = [() => request.getDecorator('none'), () => request.setDecorator('none', 1)].map((ask) => {
        try {
          return ask()
        } catch (error) {
          return [(error as Anything).code, (error as Error).message]
        }
      })
      seen = [request.mediaType, greet(), request.getDecorator('count'), request.count, ...codes]
      return 'text'
    })
  })
  assert.equal((await send('/'))?.body, 'text')
  const [mediaType, greeting, count, own, ...codes] = seen
  assert.deepEqual([mediaType, greeting, count, own], [undefined, 'GET /', 7, 7])
  for (const [code, message] of codes) {
    assert.equal(code, 'FST_ERR_DEC_UNDECLARED')
    assert.ok(message.includes("'none'") && message.includes('request'), message)
  }
})

test('getValidationFunction and validateInput find declared parts by name only', async (t) => {
  let seen: Anything
  const schema = { querystring: { type: 'object', properties: { a: { type: 'integer' } } } }
  const { send } = await serve(t, {}, (app) =>
    app.get('/', { schema }, (request: Anything) => {
      const find = (part: unknown) => typeof request.getValidationFunction(part)
      seen = ['querystring', 'query', 'body', 'params', 'headers', 'none', {}].map(find)
      seen.push(request.validateInput({ a: 'x' }, 'query'), request.validateInput({ a: 1 }, 'querystring'))
      for (const given of [undefined, 'body', 'none']) {
        try {
          request.validateInput({}, given)
        } catch (error) {
          seen.push((error as Anything).code)
        }
      }
      return 'text'
    })
  )
  assert.equal((await send('/'))?.body, 'text')
  const none = 'FST_ERR_REQ_INVALID_VALIDATION_INVOCATION'
  assert.deepEqual(seen, [
    ...['function', 'function', 'undefined', 'undefined', 'undefined', 'undefined', 'undefined'],
    ...[false, true, none, none, none]
  ])
})
