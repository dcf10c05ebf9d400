import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CodeBlock, findCodeBlocks } from './readme/code-block.ts'
import { findUnknown } from './readme/command.ts'
import { compilePrograms, languages, type Program, type Run, runProgram, toPrograms } from './readme/program.ts'
import { ask, findQuestions, isAnswered, isShown } from './readme/question.ts'

const fixture = 'test/readme/fixture.md'
const guides = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`)
const ofCompanions = readdirSync('packages').map((name) => `packages/${name}/README.md`)
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...guides, ...ofCompanions, fixture].filter(
  (path) => path.endsWith('.md') && existsSync(path)
)

const chapters = documents.map((path) => findCodeBlocks(path, readFileSync(path, 'utf8')))
const programs = chapters.map(toPrograms)
const errors = await compilePrograms(programs.flat())

chapters.forEach((blocks, chapter) => {
  const own = programs[chapter] ?? []
  own.forEach((program, index) => {
    const { document, line, notes } = program.block
    const claims = claimsBetween(blocks, program, own[index + 1])
    if (notes.error !== undefined)
      test(`${document}:${line} is refused by the compiler`, () => checkRefusal(program, claims))
    else test(`${document}:${line} does what it says`, { timeout: 60_000 }, () => checkProgram(program, claims))
  })
})

/** The blocks below a program, before the next one: what the document says that it prints and answers. */
function claimsBetween(blocks: readonly CodeBlock[], program: Program, next: Program | undefined): CodeBlock[] {
  const rest = blocks.slice(blocks.indexOf(program.block) + 1)
  return next ? rest.slice(0, rest.indexOf(next.block)) : rest
}

function checkTypes({ path }: Program): void {
  assert.equal(errors.get(path) ?? '', '')
}

function checkRefusal({ path, block }: Program, claims: readonly CodeBlock[]): void {
  const found = (errors.get(path) ?? '').replaceAll(`src/${dirname(path)}/`, '')
  assert.ok(found.includes(block.notes.error ?? ''), `The compiler says ${found || 'nothing'}`)
  for (const { notes, code } of claims) {
    if ('output' in notes) assert.ok(isShown(code, found), `The compiler says ${found}`)
  }
}

async function checkProgram(program: Program, claims: readonly CodeBlock[]): Promise<void> {
  checkTypes(program)
  const run = await runProgram(program)
  try {
    if (run.port === undefined) assert.equal(run.code, 0, run.output())
    for (const { language, notes, code } of claims) {
      if (language === 'sh') for (const question of findQuestions(code)) await checkAnswer(question, run.port)
      if ('output' in notes) assert.ok(await prints(run, code), `The program prints ${run.output()}`)
    }
  } finally {
    await run.stop()
  }
}

/** Whether a program has printed this when it ends. One that listens may go on printing, and may go on without an end. */
async function prints(run: Run, shown: string): Promise<boolean> {
  while (!isShown(shown, run.output()) && !run.isOver()) await Promise.race([run.closed, sleep(50)])
  return isShown(shown, run.output())
}

async function checkAnswer(question: ReturnType<typeof findQuestions>[number], port: number | undefined) {
  assert.ok(port !== undefined, `${question.command} needs a program that listens`)
  const answer = await ask(question, port)
  assert.ok(isAnswered(question, answer), `${question.command} is answered with ${answer}`)
}

/** The words that may follow the language of a fence, in CONTRIBUTING.md too. */
const notes: Record<string, readonly string[]> = { text: ['output'], sh: [], diff: [], json: ['file'] }
for (const language of languages) notes[language] = ['continues', 'error', 'file']

test('no block is exempt: each fence says something that is tested', () => {
  const blocks = chapters.flat()
  assert.ok(blocks.length > 50)
  for (const { document, line, language, notes: words } of blocks) {
    const known = notes[language]
    assert.ok(known, `${document}:${line} is written in '${language}'`)
    for (const word of Object.keys(words)) assert.ok(known.includes(word), `${document}:${line} says '${word}'`)
  }
})

test('what a shell block names exists, also where nobody runs it', () => {
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

test('a document that shows a wrong answer is caught', () => {
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

test('an ellipsis in a document stands for any text, and nothing else does', () => {
  assert.equal(isShown('{ "id": "…", "n": 1 }', '{"id":"a.b","n":1}'), true)
  assert.equal(isShown('{ "id": "…", "n": 1 }', '{"id":"a.b","n":2}'), false)
  assert.equal(isShown('a.c', 'abc'), false)
})

test('a curl option the tests do not know is refused, not ignored', () => {
  assert.throws(() => findQuestions('$ curl --head localhost:3000/'), /do not know --head/)
})

test('a program that does not compile is caught', () => {
  const wrong = programs.flat().filter(({ block }) => block.document === fixture && block.notes.error !== undefined)
  assert.equal(wrong.length, 1)
  for (const program of wrong) assert.throws(() => checkTypes(program))
})
