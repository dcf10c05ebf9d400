import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export default async function check({ load }) {
  const folder = await mkdtemp(join(tmpdir(), 'covers-'))
  const app = (await load('app.ts')).createApp(folder)
  const origin = await app.listen({ port: 0 })
  const send = async (size, type, title) => {
    const body = new FormData()
    if (title) body.set('title', title)
    body.set('cover', new File(['x'.repeat(size)], 'a.png', { type }))
    const answer = await fetch(`${origin}/covers`, { method: 'POST', body })
    return [answer.status, await answer.json()]
  }
  try {
    assert.deepEqual(await send(7, 'image/png', 'Emma'), [201, { title: 'Emma', bytes: 7 }])
    assert.equal((await send(1001, 'image/png', 'Emma'))[0], 413)
    assert.equal((await send(7, 'text/html', 'Emma'))[0], 415)
    assert.equal((await send(7, 'image/png'))[0], 400)
  } finally {
    await app.close()
  }
  for (let left = 100; left > 0 && (await readdir(folder)).length > 0; left--) await sleep(50)
  assert.deepEqual(await readdir(folder), [])
  await rm(folder, { recursive: true })
}
