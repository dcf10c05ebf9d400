import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint, events, type TSchema, Type } from 'espalier'
import { createAsyncApi } from '../../src/asyncapi/asyncapi.ts'
import { createHub, memoryLog, topic } from '../../src/index.ts'

const Author = Type.Object({ name: Type.String() }, { $id: 'Author' })
const Answer: TSchema = Type.Ref('Note', () => Note)
const Note = Type.Object({ by: Type.Ref(Author), answer: Type.Optional(Answer) }, { $id: 'Note' })
const stream = events({ note: Type.Ref(Note), notes: Type.Array(Type.Ref(Note)), whole: Note })

test('a reference attaches its schema, and the AsyncAPI document contains it', async () => {
  const notes = topic('notes', stream)
  const hub = createHub(memoryLog())
  const append = (event: unknown) => Reflect.apply(hub.append, hub, [notes, event])
  const by = { name: 'Woolf' }
  for (const event of ['note', 'whole']) {
    assert.match(await append({ event, data: { by, answer: { by } } }), /-/)
    await assert.rejects(append({ event, data: { by, answer: {} } }), /data\/answer must have required property 'by'/)
  }
  const watch = endpoint('GET /notes', { response: { 200: stream } })
  for (const source of [{ topics: [notes] }, { topics: [], routes: { watch } }]) {
    const { components } = createAsyncApi({ info: { title: 'Notes', version: '1' }, ...source })
    assert.ok('Note' in components.schemas && 'Author' in components.schemas)
  }
  await assert.rejects(append({ event: 'notes', data: [{ by: {} }] }), /data\/0\/by must have required property 'name'/)
})
