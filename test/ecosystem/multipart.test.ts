import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import multipart, { type FastifyMultipartOptions, type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { errorOf, writeAndDrop } from './wire.ts'

function withUploads(options: FastifyMultipartOptions = {}): FastifyInstance {
  const app = createApp()
  app.register(multipart, options)
  return app
}

function form(parts: Record<string, string | Blob | Blob[]>): FormData {
  const data = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    for (const value of Array.isArray(part) ? part : [part]) data.append(name, value)
  }
  return data
}

const textFile = (text: string, name = 'note.txt') => new File([text], name, { type: 'text/plain' })
const upload = (origin: string, body: FormData) => fetch(origin, { method: 'POST', body })

test('an upload is a 415 without the plugin', async (t) => {
  const app = createApp()
  app.post('/', async () => 'unreached')
  assert.equal((await upload(await serving(t, app), form({ a: '1' }))).status, 415)
})

test('request.file() is a 406 for another media type', async (t) => {
  const app = withUploads()
  app.post('/', async (request) => request.file())
  const answer = await fetch(await serving(t, app), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}'
  })
  assert.equal(answer.status, 406)
  assert.equal((await errorOf(answer)).code, 'FST_INVALID_MULTIPART_CONTENT_TYPE')
})

test('a file over the limit is a 413 with its code, and the next upload works', async (t) => {
  const app = withUploads({ limits: { fileSize: 100 } })
  app.post('/', async (request) => {
    const file = await request.file()
    return { size: (await file?.toBuffer())?.length }
  })
  const origin = await serving(t, app)
  const refused = await upload(origin, form({ file: textFile('x'.repeat(200_000)) }))
  assert.equal(refused.status, 413)
  assert.deepEqual(await errorOf(refused), {
    statusCode: 413,
    code: 'FST_REQ_FILE_TOO_LARGE',
    error: 'Payload Too Large',
    message: 'request file too large'
  })
  assert.deepEqual(await (await upload(origin, form({ file: textFile('small') }))).json(), { size: 5 })
})

test('the file size limit defaults to bodyLimit, which does not limit the whole upload', async (t) => {
  const app = createApp({ bodyLimit: 1000 })
  app.register(multipart)
  app.post('/', async (request) => {
    let size = 0
    for await (const file of request.files()) size += (await file.toBuffer()).length
    return { size }
  })
  const origin = await serving(t, app)
  const two = form({ files: [textFile('x'.repeat(900)), textFile('x'.repeat(900))] })
  assert.deepEqual(await (await upload(origin, two)).json(), { size: 1800 })
  assert.equal((await upload(origin, form({ file: textFile('x'.repeat(1100)) }))).status, 413)
})

test('too many files, too many fields and a prototype name are rejected with their codes', async (t) => {
  const app = withUploads({ limits: { files: 1, fields: 1 } })
  app.post('/', async (request) => {
    for await (const part of request.parts()) if (part.type === 'file') await part.toBuffer()
    return 'unreached'
  })
  const origin = await serving(t, app)
  for (const [body, status, code] of [
    [form({ files: [textFile('a'), textFile('b')] }), 413, 'FST_FILES_LIMIT'],
    [form({ a: '1', b: '2' }), 413, 'FST_FIELDS_LIMIT'],
    [form({ toString: '1' }), 400, 'FST_PROTO_VIOLATION']
  ] as const) {
    const answer = await upload(origin, body)
    assert.equal(answer.status, status)
    assert.equal((await errorOf(answer)).code, code)
  }
})

test('a client disconnect during a file fails the handler and leaves no temporary file', async (t) => {
  const app = withUploads()
  const outcomes = new EventTarget()
  let saved: string[] = []
  let failure: unknown
  app.post('/', async (request) => {
    try {
      await request.saveRequestFiles()
    } catch (error) {
      failure = error
      saved = request.tmpUploads ?? []
    }
    outcomes.dispatchEvent(new Event('settled'))
    return 'gone'
  })
  const origin = await serving(t, app)
  const settled = once(outcomes, 'settled')
  const part = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nthe beginning'
  await writeAndDrop(
    origin,
    `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=cut\r\ncontent-length: 5000\r\n\r\n${part}`
  )
  await settled
  assert.ok(failure instanceof Error)
  assert.deepEqual(saved.map(existsSync), [false])
})

test('a file arrives byte for byte with its name, type and fields', async (t) => {
  const app = withUploads()
  app.post('/', async (request) => {
    const file = await request.file()
    assert.ok(file)
    const content = await file.toBuffer()
    const { title } = file.fields
    return {
      fieldname: file.fieldname,
      filename: file.filename,
      mimetype: file.mimetype,
      content: content.toString('base64'),
      title: title && 'value' in title ? title.value : null
    }
  })
  const bytes = Buffer.from([0, 1, 2, 13, 10, 45, 45, 255])
  const body = form({ title: 'Ünïcode', photo: new File([bytes], 'böat.png', { type: 'image/png' }) })
  const answer = await upload(await serving(t, app), body)
  assert.deepEqual(await answer.json(), {
    fieldname: 'photo',
    filename: 'böat.png',
    mimetype: 'image/png',
    content: bytes.toString('base64'),
    title: 'Ünïcode'
  })
})

test('a large file is read as a stream', async (t) => {
  const app = withUploads({ limits: { fileSize: 10_000_000 } })
  app.post('/', async (request) => {
    let size = 0
    for await (const part of request.parts()) {
      if (part.type === 'file') for await (const chunk of part.file) size += (chunk as Buffer).length
    }
    return { size }
  })
  const answer = await upload(await serving(t, app), form({ file: new Blob([Buffer.alloc(5_000_000, 7)]) }))
  assert.deepEqual(await answer.json(), { size: 5_000_000 })
})

test('saved files exist during the handler and are deleted after the response', async (t) => {
  const app = withUploads()
  let paths: string[] = []
  app.post('/', async (request) => {
    const { files } = await request.saveRequestFiles()
    paths = files.map((file) => file.filepath)
    return Promise.all(paths.map((path) => readFile(path, 'utf8')))
  })
  const cleaned = new Promise<void>((resolve) => {
    app.after(() => app.addHook('onResponse', async () => resolve()))
  })
  const answer = await upload(await serving(t, app), form({ files: [textFile('one'), textFile('two')] }))
  assert.deepEqual(await answer.json(), ['one', 'two'])
  await cleaned
  assert.deepEqual(paths.map(existsSync), [false, false])
})

test('fields and files become the body, which is validated', async (t) => {
  const app = createApp()
  app.register(multipart, { attachFieldsToBody: 'keyValues' })
  const schema = {
    body: { type: 'object', required: ['age', 'note'], properties: { age: { type: 'integer' }, note: {} } }
  }
  app.post<{ Body: { age: number; note: Buffer } }>('/', { schema }, async ({ body }) => ({
    age: body.age,
    note: body.note.toString()
  }))
  const origin = await serving(t, app)
  const refused = await upload(origin, form({ age: 'old', note: textFile('hi') }))
  assert.equal(refused.status, 400)
  assert.equal((await errorOf(refused)).message, 'body/age must be integer')
  const answer = await upload(origin, form({ age: '41', note: textFile('hi') }))
  assert.deepEqual(await answer.json(), { age: 41, note: 'hi' })
})

test('a shared schema validates a field, and onFile is called for each file', async (t) => {
  const app = createApp()
  const seen: string[] = []
  app.register(multipart, {
    attachFieldsToBody: true,
    sharedSchemaId: 'MultipartField',
    async onFile(part) {
      seen.push(part.filename)
      await part.toBuffer()
    }
  })
  const properties = { file: { $ref: 'MultipartField#' } }
  app.register(async (child) => {
    child.post<{ Body: { file: MultipartFile } }>(
      '/',
      { schema: { body: { type: 'object', required: ['file'], properties } } },
      async ({ body }) => ({ filename: body.file.filename })
    )
  })
  const origin = await serving(t, app)
  assert.equal((await upload(origin, form({ other: '1' }))).status, 400)
  const answer = await upload(origin, form({ file: textFile('hi', 'hi.txt') }))
  assert.deepEqual(await answer.json(), { filename: 'hi.txt' })
  assert.deepEqual(seen, ['hi.txt'])
})

test('a route overrides a limit in its config', async (t) => {
  const app = createApp()
  app.register(multipart, { attachFieldsToBody: 'keyValues', limits: { fileSize: 10 } })
  const answerSize = async ({ body }: { body: unknown }) => ({ size: (body as { file: Buffer }).file.length })
  app.post('/small', answerSize)
  app.post('/large', { config: { multipartOptions: { limits: { fileSize: 1000 } } } }, answerSize)
  const origin = await serving(t, app)
  const body = () => form({ file: textFile('x'.repeat(100)) })
  assert.equal((await upload(`${origin}/small`, body())).status, 413)
  assert.deepEqual(await (await upload(`${origin}/large`, body())).json(), { size: 100 })
})

test('a child plugin accepts uploads, and its sibling does not', async (t) => {
  const app = createApp()
  app.register(
    async (child) => {
      child.register(multipart)
      child.post('/', async (request) => ({ multipart: request.isMultipart() }))
    },
    { prefix: '/uploads' }
  )
  app.register(async (child) => child.post('/', async () => 'unreached'), { prefix: '/plain' })
  const origin = await serving(t, app)
  assert.deepEqual(await (await upload(`${origin}/uploads`, form({ a: '1' }))).json(), { multipart: true })
  assert.equal((await upload(`${origin}/plain`, form({ a: '1' }))).status, 415)
  assert.equal((await upload(`${origin}/nowhere`, form({ a: '1' }))).status, 404)
})
