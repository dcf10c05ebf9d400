import assert from 'node:assert/strict'

export default async function check({ load }) {
  let read = 0
  let isOver = false
  async function* books() {
    yield { id: 1, title: '=1+1' }
    yield { id: 2, title: 'Emma, a "novel"' }
    for (read = 2; read < 20_000 && !isOver; read++) yield { id: read + 1, title: 'x'.repeat(1000) }
  }
  const app = (await load('app.ts')).createApp(books)
  const leave = new AbortController()
  const answer = await fetch(`${await app.listen({ port: 0 })}/books.csv`, { signal: leave.signal })
  try {
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (text.split('\r\n').length < 4) text += (await reader.read()).value
    const [head, first, second] = text.split('\r\n')
    assert.deepEqual([head, second], ['id,title', '2,"Emma, a ""novel"""'])
    assert.match(first, /^1,"?'=1\+1"?$/)
    assert.ok(read < 18_000, 'rows are read while they are sent')
  } finally {
    isOver = true
    leave.abort()
    await app.close()
  }
}
