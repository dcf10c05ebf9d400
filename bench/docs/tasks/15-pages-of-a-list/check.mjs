import assert from 'node:assert/strict'

export default async function check({ load, read }) {
  const app = (await load('app.ts')).createApp()
  const get = async (query) => (await app.inject(`/books${query}`)).json()
  assert.deepEqual(await get(''), { items: ['Emma', 'Orlando'], next: 2 })
  assert.deepEqual(await get('?limit=3&from=1'), { items: ['Orlando', 'Persuasion', 'The Waves'], next: 4 })
  assert.deepEqual(await get('?from=4'), { items: ['Ulysses'] })
  assert.deepEqual(await get('?from=3'), { items: ['The Waves', 'Ulysses'] })
  for (const query of ['?limit=0', '?limit=4', '?limit=two', '?from=-1', '?from=1.5'])
    assert.equal((await get(query)).code, 'FST_ERR_VALIDATION', query)
  assert.doesNotMatch(await read('app.ts'), /Number\(|parseInt|\bas\b/)
  await app.close()
}
