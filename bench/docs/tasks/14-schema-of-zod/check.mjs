import assert from 'node:assert/strict'

export default async function check({ load, read }) {
  const app = (await load('app.ts')).createApp()
  const send = (body) => app.inject({ method: 'POST', url: '/people', body })
  const right = await send({ name: ' Ada ' })
  assert.deepEqual([right.statusCode, right.json()], [201, { name: 'Ada', role: 'reader' }])
  const wrong = await send({ name: 'Ada', role: 'queen' })
  assert.deepEqual([wrong.statusCode, wrong.json().code], [400, 'FST_ERR_VALIDATION'])
  assert.doesNotMatch(await read('app.ts'), /parse\(|parseAsync\(/, 'the framework validates')
  await app.close()
}
