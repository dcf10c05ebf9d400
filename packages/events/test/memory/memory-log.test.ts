import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { memoryLog } from '../../src/index.ts'

const entry = { event: 'said', version: 1, data: '1' }

test('the newest events are kept, with at most ten percent more', async () => {
  const log = memoryLog({ keep: 100 })
  const ids: string[] = []
  for (let count = 0; count < 500; count++) {
    ids.push(await log.append('news', entry))
    const found = await log.read('news', (await log.ends('news')).oldest, 1000)
    assert.ok(found !== 'trimmed' && found.length >= Math.min(100, count + 1) && found.length <= 110)
    assert.equal(found.at(-1)?.id, ids.at(-1))
  }
  assert.equal(await log.read('news', ids[0] ?? '', 10), 'trimmed')
})

test('an id of another log or of the future is trimmed', async () => {
  const ids = await Promise.all([memoryLog(), memoryLog()].map((log) => log.append('news', entry)))
  const log = memoryLog()
  const own = await log.append('news', entry)
  for (const id of [...ids, `${own}0`]) assert.equal(await log.read('news', id, 10), 'trimmed')
})

test('topics that are only read use no memory', async () => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  const log = memoryLog()
  const used = () => {
    gc()
    return process.memoryUsage().heapUsed
  }
  const before = used()
  for (let count = 0; count < 100_000; count++) {
    const { newest } = await log.ends(`news/${count}`)
    assert.deepEqual(await log.read(`news/${count}`, newest, 10), [])
  }
  assert.ok(used() - before < 5e6)
  assert.equal((await log.ends('news/1')).newest, '0')
})

test('an invalid keep throws a RangeError', () => {
  for (const keep of [-1, 0.5, Number.NaN])
    assert.throws(() => memoryLog({ keep }), { name: 'RangeError', message: /keep/ })
})
