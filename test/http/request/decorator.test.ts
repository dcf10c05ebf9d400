import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../../security/wild.ts'

for (const [kind, verb] of [
  ['request', 'decorateRequest'],
  ['reply', 'decorateReply']
] as const) {
  test(`getDecorator of a ${kind} returns values, binds functions and throws for an undeclared name`, async () => {
    const { app } = createApp()
    app[verb]('count', 3)
    app[verb]('nothing', null)
    app[verb]('itself', function (this: unknown) {
      return this
    })
    let seen: Anything
    app.get('/', (request: Anything, reply: Anything) => {
      const holder = kind === 'request' ? request : reply
      seen = { holder, count: holder.getDecorator('count'), nothing: holder.getDecorator('nothing') }
      seen.itself = holder.getDecorator('itself').call(null)
      assert.throws(() => holder.getDecorator('unknown'), {
        code: 'FST_ERR_DEC_UNDECLARED',
        message: new RegExp(`'unknown'.*${kind}`)
      })
      return ''
    })
    assert.equal((await app.inject('/')).statusCode, 200)
    assert.deepEqual([seen.count, seen.nothing, seen.itself === seen.holder], [3, null, true])
  })
}
