// Declares a test for each program of documents: it compiles or is refused, and prints and answers what the document says.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CodeBlock, findCodeBlocks } from './code-block.ts'
import { compilePrograms, type Program, type Run, runProgram, toPrograms } from './program.ts'
import { ask, findQuestions, isAnswered, isShown } from './question.ts'

/** Documents whose programs import packages that the stage `consumers` installs: it runs them. */
export const ofConsumers: readonly string[] = ['docs/observability.md']

/** Documents that are a suite of Vitest, which the same stage runs. */
export const ofVitest: readonly string[] = ['docs/recipes/vitest.md']

/** Documents whose blocks are the steps of one project: test/package/tutorial.mjs takes them. */
export const ofProjects: readonly string[] = ['docs/tutorial.md']

export const readBlocks = (document: string): CodeBlock[] => findCodeBlocks(document, readFileSync(document, 'utf8'))

export interface TestedPrograms {
  readonly programs: readonly Program[]
  /** @throws when the compiler has found an error in a program */
  checkTypes(program: Program): void
}

/** Declares the tests of some documents' programs. */
export async function testPrograms(chapters: readonly (readonly CodeBlock[])[]): Promise<TestedPrograms> {
  const programs = chapters.map(toPrograms)
  const errors = await compilePrograms(programs.flat())
  // Each runs in a process of its own.
  describe('the programs of the documents', { concurrency: 2 }, () => {
    chapters.forEach((blocks, chapter) => {
      const own = programs[chapter] ?? []
      own.forEach((program, index) => {
        testProgram(program, errors.get(program.path) ?? '', claimsBetween(blocks, program, own[index + 1]))
      })
    })
  })
  return {
    programs: programs.flat(),
    checkTypes: ({ path }) => assert.equal(errors.get(path) ?? '', '')
  }
}

function testProgram(program: Program, errors: string, claims: readonly CodeBlock[]): void {
  const { document, line, notes } = program.block
  if (notes.error !== undefined)
    test(`${document}:${line} is refused by the compiler`, () => checkRefusal(program, errors, claims))
  else
    test(`${document}:${line} does what it says`, { timeout: 600_000 }, async () => {
      assert.equal(errors, '')
      await checkProgram(program, claims)
    })
}

/** The blocks below a program, before the next one: what the document says that it prints and answers. */
function claimsBetween(blocks: readonly CodeBlock[], program: Program, next: Program | undefined): CodeBlock[] {
  const rest = blocks.slice(blocks.indexOf(program.block) + 1)
  return next ? rest.slice(0, rest.indexOf(next.block)) : rest
}

function checkRefusal({ path, block }: Program, errors: string, claims: readonly CodeBlock[]): void {
  const found = errors.replaceAll(`src/${dirname(path)}/`, '')
  assert.ok(found.includes(block.notes.error ?? ''), `The compiler says ${found || 'nothing'}`)
  for (const { notes, code } of claims) {
    if ('output' in notes) assert.ok(isShown(code, found), `The compiler says ${found}`)
  }
}

async function checkProgram(program: Program, claims: readonly CodeBlock[]): Promise<void> {
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
