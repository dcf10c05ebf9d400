import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { endpoint, espalier, Type, withDefault } from 'espalier'
import fc from 'fast-check'
import { runNode } from '../../../../test/ahead/running.ts'
import { budget, fixed } from '../../../../test/fuzz/budget.ts'
import { unseenAnswers, watchAnswers } from '../../src/index.ts'

const folder = await mkdtemp(join('.build', 'answers-'))
after(() => rm(folder, { recursive: true }))

const Problem = Type.Object({ message: Type.String() })
const getBook = endpoint('GET /books/:id', {
  params: { id: Type.Integer() },
  response: { 200: { mail: Type.String({ format: 'email' }) }, 404: Problem, '5xx': Problem }
})

test('statuses without a response and routes without a request are reported', async (t) => {
  const answers = watchAnswers()
  t.after(answers.stop)
  for (const id of [1, 2]) {
    const app = espalier()
    app.route(getBook, ({ params }, reply) =>
      params.id === 1 ? { mail: 'a@b.example' } : reply.code(404).send({ message: 'none' })
    )
    app.get('/alone', () => 1)
    await app.inject(getBook, { params: { id } })
    await app.inject({ method: 'HEAD', url: '/books/1' })
    await app.inject('/nowhere')
    await app.close()
  }
  assert.deepEqual(answers.unseen(), ['5xx of GET /books/:id was never answered', 'GET /alone was never asked'])
  answers.check()
})

test('a route without declared responses is seen after any success', async (t) => {
  const answers = watchAnswers()
  t.after(answers.stop)
  const app = espalier()
  t.after(() => app.close())
  app.get('/health', () => 'ok')
  app.get('/fails', () => {
    throw new Error('on purpose')
  })
  await app.inject('/health')
  assert.deepEqual(answers.unseen(), ['GET /fails was never asked'])
  await app.inject('/fails')
  assert.deepEqual(answers.unseen(), [])
})

test('defaults of a context are declared responses, and shared schemas are resolved', async (t) => {
  const answers = watchAnswers()
  t.after(answers.stop)
  const app = espalier().routeDefaults({ response: { '4xx': Problem } })
  t.after(() => app.close())
  app.addSchema({ $id: 'low', type: 'integer', maximum: 3 })
  const schema = { response: { 200: { type: 'array', items: { $ref: 'low#' } } } } as const
  app.get('/list/:last', { schema, config: {} }, ({ params }) => [1, Number(params.last)] as never)
  await app.inject('/list/2')
  assert.deepEqual([answers.faults, answers.unseen()], [[], ['4xx of GET /list/:last was never answered']])
  await app.inject('/list/4')
  await app.inject('/list/5')
  const sentence = 'GET /list/:last answered 200 with a body that its schema refuses: /1 must be <= 3.'
  assert.deepEqual(answers.faults, [sentence])
  assert.throws(() => answers.check(), { message: sentence })
})

test('a body that violates its schema is reported without its values', async (t) => {
  const answers = watchAnswers()
  t.after(answers.stop)
  let next: { mail: string; age: number } = { mail: '', age: 0 }
  const app = espalier()
  t.after(() => app.close())
  const body = Type.Object({
    mail: Type.String({ format: 'email', maxLength: 30 }),
    age: withDefault(Type.Integer({ minimum: 0 }), 1)
  })
  app.get('/', { schema: { response: { 200: body } } }, () => next)
  let isFaulty = false
  const mail = fc.oneof(
    fc.emailAddress(),
    // A text with `@` may be an email address.
    fc.string().map((text) => `hunter2${text.replaceAll('@', '')}`)
  )
  const law = fc.asyncProperty(mail, fc.integer({ min: -3, max: 9 }), async (drawn, age) => {
    const before = answers.faults.length
    next = { mail: drawn, age }
    const { body: text } = await app.inject('/')
    const isWrong = age < 0 || drawn.length > 30 || drawn.startsWith('hunter2')
    if (isWrong) assert.ok(answers.faults.length > 0, text)
    else assert.equal(answers.faults.length, before, text)
    isFaulty ||= isWrong
  })
  await fc.assert(law, fixed(20))
  assert.ok(isFaulty)
  await fc.assert(law, budget(300))
  assert.doesNotMatch(answers.faults.join(), /hunter2/)
})

test('processes of a run record their responses, and one with a violation exits with 1', async () => {
  const kit = new URL('../../src/index.js', import.meta.url).href
  const records = join(folder, 'records')
  const source = (id: number) => `import { watchAnswers } from '${kit}'
import { espalier } from 'espalier'
watchAnswers({ folder: ${JSON.stringify(records)} })
const { app } = await (async () => ({ app: espalier() }))()
const book = { type: 'object', properties: { id: { type: 'integer', maximum: 3 } } }
app.get('/:id', { schema: { response: { 200: book, 404: book, 410: book } } }, ({ params }, reply) =>
  reply.code(params.id === '1' ? 404 : 200).send({ id: Number(params.id) }))
await app.inject('/${id}')
await app.close()
`
  const run = async (id: number) => {
    await writeFile(join(folder, `${id}.mjs`), source(id))
    return runNode([join(folder, `${id}.mjs`)])
  }
  const [one, two, four] = [await run(1), await run(2), await run(4)]
  assert.deepEqual(
    [one, two],
    [one, one].map(() => ({ code: 0, stdout: '', stderr: '' }))
  )
  assert.deepEqual(
    [four.code, four.stderr],
    [1, 'GET /:id answered 200 with a body that its schema refuses: /id must be <= 3.\n']
  )
  assert.deepEqual(unseenAnswers(records), ['410 of GET /:id was never answered'])
})
