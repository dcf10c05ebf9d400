import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Closing } from '../../src/http/closing.ts'
import type { Exchange } from '../../src/http/exchange.ts'

function createExchange({ isClosed = false } = {}) {
  const callbacks: (() => void)[] = []
  const transport = { isClosed, onClose: (callback: () => void) => callbacks.push(callback) }
  return {
    exchange: { transport } as unknown as Exchange,
    callbacks,
    close: () => {
      for (const callback of callbacks) callback()
    }
  }
}

test('an exchange is tracked once, until its connection closes', () => {
  const closing = new Closing(true)
  const [one, other] = [createExchange(), createExchange()]
  closing.track(one.exchange)
  closing.track(one.exchange)
  closing.track(other.exchange)
  assert.equal(one.callbacks.length, 1)
  assert.deepEqual([...closing.tracked], [one.exchange, other.exchange])
  one.close()
  assert.deepEqual([...closing.tracked], [other.exchange])
})

test('an exchange whose connection is already closed is not tracked', () => {
  const closing = new Closing(false)
  const { exchange, callbacks } = createExchange({ isClosed: true })
  closing.track(exchange)
  assert.deepEqual([[...closing.tracked], callbacks], [[], []])
})
