import assert from 'node:assert/strict'

export default async function check({ load, read }) {
  const { counts } = await load('store.ts')
  Object.assign(counts, { opened: 0, closed: 0 })
  const app = (await load('app.ts')).createApp()
  await app.ready()
  assert.deepEqual((await app.inject('/books')).json(), ['Emma', 'Orlando'])
  assert.deepEqual((await app.inject('/counts')).json(), { books: 2 })
  assert.deepEqual(counts, { opened: 1, closed: 0 })
  await app.close()
  assert.deepEqual(counts, { opened: 1, closed: 1 })
  assert.match(await read('app.ts'), /\bneeds: \[|\bAppOf</, 'the plugins say what they need')
}
