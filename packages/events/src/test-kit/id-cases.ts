import assert from 'node:assert/strict'
import { appendMany, type Cases, dataOf, idsOf, readOn, toEntry, uniqueTopic } from './subject.ts'

/** JSON that a database might change or not be able to store. */
const oddTexts = [
  '{"b":1,"a":2}',
  '{"a":1,"a":2}',
  '1e400',
  '12345678901234567890.10',
  '"\\u0000"',
  '"\\ud83d\\ude00 😀 \\ud800"',
  '" \u2028\u2029"',
  JSON.stringify('x'.repeat(100_000)),
  'null'
]

/** Texts that are not ids. A client may send any text as `Last-Event-ID`. */
const noIds = [
  '',
  'x',
  '-1',
  '1e3',
  '0-',
  '00',
  '-',
  `${'9'.repeat(400)}`,
  '0-0-0',
  '1; drop',
  '__proto__',
  '\u{1f600}'
]

export const idCases: Cases = {
  'a topic without events has nothing behind its ends': async ({ log }, topic) => {
    const { oldest, newest } = await log.ends(topic)
    assert.deepEqual(await log.read(topic, oldest, 10), [])
    assert.deepEqual(await log.read(topic, newest, 10), [])
    await log.append(topic, toEntry(1))
    assert.deepEqual(dataOf(await readOn(log, topic, newest, 10)), [1])
  },

  'entries come back as they were appended': async ({ log }, topic) => {
    const { newest } = await log.ends(topic)
    const entries = oddTexts.map((data, index) => ({ event: `e-é\u{1f600}${index}`, version: index + 1, data }))
    const ids: string[] = []
    for (const entry of entries) ids.push(await log.append(topic, entry))
    const found = await readOn(log, topic, newest, 4)
    assert.deepEqual(
      found,
      entries.map((entry, index) => ({ ...entry, id: ids[index] }))
    )
  },

  'ids can be ids of an event stream, and differ': async ({ log }, topic) => {
    const ids = await appendMany(log, topic, 20)
    assert.equal(new Set(ids).size, 20)
    for (const id of [...ids, ...Object.values(await log.ends(topic))]) assert.match(id, /^[!-~]{1,4096}$/)
  },

  'a reader continues behind every id, by parts of every size': async ({ log }, topic) => {
    const { newest } = await log.ends(topic)
    const ids = [newest, ...(await appendMany(log, topic, 12))]
    for (const [index, id] of ids.entries())
      for (const limit of [1, 2, 5, 12, 100]) {
        assert.deepEqual(idsOf(await readOn(log, topic, id, limit)), ids.slice(index + 1))
        const part = await log.read(topic, id, limit)
        assert.equal(part.length, Math.min(limit, ids.length - 1 - index))
      }
    assert.equal((await log.ends(topic)).newest, ids.at(-1))
  },

  'topics are apart, and an id of another topic is trimmed': async ({ log }, topic) => {
    const other = uniqueTopic()
    const ids = await appendMany(log, topic, 3)
    const others = await appendMany(log, other, 3)
    assert.deepEqual(idsOf(await readOn(log, topic, (await log.ends(topic)).oldest, 10)), ids)
    for (const id of others) assert.equal(await log.read(topic, id, 10), 'trimmed')
    assert.equal(await log.read(uniqueTopic(), ids[0] ?? '', 10), 'trimmed')
  },

  'a text that is no id is trimmed': async ({ log }, topic) => {
    const [first = ''] = await appendMany(log, topic, 1)
    for (const text of [...noIds, `${first}0000000`, ` ${first}`, first.toUpperCase().concat('X')])
      assert.equal(await log.read(topic, text, 10), 'trimmed', JSON.stringify(text))
  },

  'an id is trimmed where an event behind it was removed, and no other is': async ({ log, trim }, topic) => {
    const { newest: start } = await log.ends(topic)
    const ids = [start, ...(await appendMany(log, topic, 10))]
    await trim(topic, 4)
    for (const id of ids.slice(0, 6)) assert.equal(await log.read(topic, id, 100), 'trimmed')
    for (const [index, id] of ids.slice(6).entries())
      assert.deepEqual(idsOf(await readOn(log, topic, id, 3)), ids.slice(7 + index))
    const ends = await log.ends(topic)
    assert.deepEqual(idsOf(await readOn(log, topic, ends.oldest, 3)), ids.slice(7))
    assert.equal(ends.newest, ids.at(-1))
  },

  'a topic of which every event was removed goes on': async ({ log, trim }, topic) => {
    const ids = await appendMany(log, topic, 3)
    await trim(topic, 0)
    const { oldest, newest } = await log.ends(topic)
    assert.equal(newest, ids[2])
    for (const id of [oldest, newest]) assert.deepEqual(await log.read(topic, id, 10), [])
    assert.equal(await log.read(topic, ids[1] ?? '', 10), 'trimmed')
    const next = await log.append(topic, toEntry(4))
    assert.deepEqual(idsOf(await readOn(log, topic, newest, 10)), [next])
  }
}
