import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { findUnknown } from './readme/command.ts'
import { ofConsumers, ofProjects, ofVitest, readBlocks, testPrograms } from './readme/document.ts'
import { languages } from './readme/program.ts'
import { findQuestions, isAnswered, isShown } from './readme/question.ts'

const fixture = 'test/readme/fixture.md'
const guides = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)
const ofCompanions = readdirSync('packages').map((name) => `packages/${name}/README.md`)
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...guides, ...ofCompanions, fixture].filter(
  (path) => path.endsWith('.md') && existsSync(path) && !ofProjects.includes(path)
)

const chapters = documents.map(readBlocks)
const { programs, checkTypes } = await testPrograms(
  chapters.filter((_, index) => ![...ofConsumers, ...ofVitest].includes(documents[index] ?? ''))
)

/** The words that may follow the language of a fence, in docs/maintaining.md too. */
const notes: Record<string, readonly string[]> = { text: ['output'], sh: [], diff: [], json: ['file'] }
for (const language of languages) notes[language] = ['continues', 'error', 'file']

test('every code block has a known language and known notes', () => {
  const blocks = chapters.flat()
  assert.ok(blocks.length > 50)
  for (const { document, line, language, notes: words } of blocks) {
    const known = notes[language]
    assert.ok(known, `${document}:${line} is written in '${language}'`)
    for (const word of Object.keys(words)) assert.ok(known.includes(word), `${document}:${line} says '${word}'`)
  }
})

test('every name in a shell block exists', () => {
  for (const { document, line, language, code } of chapters.flat()) {
    if (language === 'sh') assert.deepEqual(findUnknown(code), [], `${document}:${line}`)
  }
  assert.deepEqual(findUnknown('npm run nonsense\nnpm run fuzz -- --secondz 3\nnode bench/none.mjs\nrm -r x'), [
    'npm run nonsense',
    'secondz',
    'bench/none.mjs',
    'rm -r x'
  ])
})

test('a document with a wrong response is found', () => {
  const [plain, head] = findQuestions(
    '$ curl localhost:3000/a\n{"a": 1}\n$ curl -i localhost:3000/a\nHTTP/1.1 200 OK\nx-a: 1\n\nhello\n'
  )
  assert.ok(plain && head)
  const answer = (status: string, field: string, body: string) => `HTTP/1.1 ${status}\n${field}\ndate: now\n\n${body}`
  assert.equal(isAnswered(plain, answer('200 OK', 'x-a: 1', '{"a":1}')), true)
  assert.equal(isAnswered(plain, answer('200 OK', 'x-a: 1', '{"a":2}')), false)
  assert.equal(isAnswered(head, answer('200 OK', 'x-a: 1', 'hello')), true)
  assert.equal(isAnswered(head, answer('404 Not Found', 'x-a: 1', 'hello')), false)
  assert.equal(isAnswered(head, answer('200 OK', 'x-a: 2', 'hello')), false)
  assert.equal(isAnswered(head, answer('200 OK', 'x-a: 1', 'bye')), false)
})

test('an ellipsis in a document matches any text, and nothing else does', () => {
  assert.equal(isShown('{ "id": "…", "n": 1 }', '{"id":"a.b","n":1}'), true)
  assert.equal(isShown('{ "id": "…", "n": 1 }', '{"id":"a.b","n":2}'), false)
  assert.equal(isShown('a.c', 'abc'), false)
})

test('an unknown curl option is refused', () => {
  assert.throws(() => findQuestions('$ curl --head localhost:3000/'), /do not know --head/)
})

test('a program that does not compile is found', () => {
  const wrong = programs.filter(({ block }) => block.document === fixture && block.notes.error !== undefined)
  assert.equal(wrong.length, 1)
  for (const program of wrong) assert.throws(() => checkTypes(program))
})
