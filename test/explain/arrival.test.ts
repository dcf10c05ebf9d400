import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passageOf } from '../../src/explain/arrival.ts'
import { stepsOf } from '../../src/explain/step.ts'
import { routeTarget } from '../../src/explain/target.ts'
import { espalier } from '../../src/index.ts'
import { nodeOf } from '../../src/tree/node.ts'
import type { ExplainedLimit } from '../../types/explain.ts'

const options = {
  ...{ bodyLimit: 9, handlerTimeout: 0, defaultTimeout: 7, answerTimeout: 0 },
  ...{ router: { maxParamLength: 5 }, policy: { ignoresUnmatchedBodies: true, limitsTimeToResponse: true } }
}

test('limits of the server precede those of the route, and the reader is that of the server', async () => {
  const app = espalier()
  app.post('/', { bodyLimit: 3 }, function read({ raw }) {
    return raw.url
  })
  await app.ready()
  const [declaration] = nodeOf(app).tree.declarations()
  assert.ok(declaration !== undefined)
  const target = routeTarget(declaration)
  const when = 'over HTTP/1'
  const first: ExplainedLimit = { name: 'maxHeaderSize', value: 1, unit: 'bytes', from: 'server', when, status: 431 }
  const obstacles = [{ cause: 'http2', decided: 'boot', why: 'The server speaks HTTP/2.' }] as const
  const arrival = { reader: 'node', obstacles, limits: [first] } as const
  const { limits, exchange } = passageOf(target, 'POST', stepsOf(target, 'POST'), options, arrival)
  assert.deepEqual(
    limits.map(({ name, value, from }) => [name, value, from]),
    [
      ['maxHeaderSize', 1, 'server'],
      ['bodyLimit', 3, 'route'],
      ['handlerTimeout', 7, 'app']
    ]
  )
  assert.deepEqual([exchange.reader, exchange.obstacles], ['node', obstacles])
  assert.deepEqual(
    exchange.objects.map(({ name, by }) => [name, by]),
    [['read', 'text']]
  )
  await app.close()
})
