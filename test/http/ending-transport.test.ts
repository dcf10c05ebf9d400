import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { End } from '../../src/http/ending-transport.ts'
import { WebTransport } from './transport/web-transport.ts'

class Told extends WebTransport {
  waiting = 0

  constructor() {
    super(new Request('http://localhost/'), () => {})
  }
  tell(end: End): void {
    this.notifyEnd(end)
  }
  protected override awaitEnd(): void {
    this.waiting++
  }
}

function hear(transport: Told): string[] {
  const heard: string[] = []
  transport.onFinished((error) => heard.push(`finished ${error}`))
  transport.onAbort(() => heard.push('abort'))
  transport.onClose(() => heard.push('close'))
  return heard
}

for (const [end, told] of Object.entries({
  finish: ['finished null', 'close'],
  abort: ['abort', 'close'],
  broken: ['abort', 'close']
}) as [End, string[]][])
  test(`listeners are called once, on a later turn, after the end '${end}'`, async () => {
    const transport = new Told()
    const heard = hear(transport)
    assert.deepEqual([transport.isClosed, transport.waiting], [false, 1])
    transport.tell(end)
    transport.tell('abort')
    assert.deepEqual([transport.isClosed, transport.isAborted, heard], [true, end === 'abort', []])
    assert.equal(transport.isLost, end !== 'finish')
    await turn()
    assert.deepEqual(heard, told)
  })

test('a removed onClose listener is not called', async () => {
  const transport = new Told()
  const heard: string[] = []
  const takeBack = transport.onClose(() => heard.push('taken back'))
  transport.onClose(() => heard.push('close'))
  takeBack()
  transport.tell('finish')
  await turn()
  assert.deepEqual(heard, ['close'])
})

test('awaitEnd is not called without listeners', async () => {
  const transport = new Told()
  transport.tell('finish')
  await turn()
  assert.equal(transport.waiting, 0)
})

test('each listener added after the end is called', async () => {
  const transport = new Told()
  const heard = hear(transport)
  transport.tell('finish')
  await turn()
  const late = [hear(transport), hear(transport)]
  await turn()
  const later = hear(transport)
  await turn()
  assert.deepEqual([heard, ...late, later], Array(4).fill(['finished null', 'close']))
})
