import assert from 'node:assert/strict'

export default async function check({ load }) {
  const app = (await load('app.ts')).createApp(['Emma', 'Orlando'])
  const ask = async (headers) => {
    const { statusCode, headers: sent, body } = await app.inject({ url: '/news', headers })
    assert.deepEqual([statusCode, sent['content-type']?.split(';')[0]], [200, 'text/event-stream'])
    const events = body.split('\n\n').filter((event) => event.includes('data:'))
    return events.map((event) => Object.fromEntries(event.split('\n').map((line) => line.split(/: (.*)/).slice(0, 2))))
  }
  const all = [
    { event: 'news', id: '1', data: '{"title":"Emma"}' },
    { event: 'news', id: '2', data: '{"title":"Orlando"}' }
  ]
  assert.deepEqual(await ask({}), all)
  assert.deepEqual(await ask({ 'last-event-id': '1' }), all.slice(1))
  await app.close()
}
