import assert from 'node:assert/strict'

export default async function check({ load, read }) {
  const { createApp } = await load('app.ts')
  const { removeNote } = await load('client.ts')
  const app = createApp()
  const origin = await app.listen({ port: 0 })
  try {
    const refused = await fetch(`${origin}/notes/1`, { method: 'DELETE' })
    assert.deepEqual([refused.status, typeof (await refused.json()).message], [401, 'string'])
    await assert.rejects(removeNote(origin, 'wrong', 1))
    assert.equal(await removeNote(origin, 'secret', 1), true)
    assert.equal(await removeNote(origin, 'secret', 1), false)
    assert.deepEqual(await (await fetch(`${origin}/notes`)).json(), [])
    assert.doesNotMatch(await read('client.ts'), /\bfetch\(|\bas\b/, 'the client makes the call, and needs no cast')
  } finally {
    await app.close()
  }
}
