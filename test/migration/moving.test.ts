// Each step of docs/moving.md compiles with both compilers, and responds as with Fastify.
import assert from 'node:assert/strict'
import { execFile, fork } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { findCodeBlocks } from '../readme/code-block.ts'
import { ask, findQuestions, isAnswered } from '../readme/question.ts'
import { compilers, type Version } from '../type-errors/compiler.ts'
import { type Files, type Step, toSteps } from './moving/step.ts'

const page = readFileSync('docs/moving.md', 'utf8')
const steps = toSteps(page)
const questions = findCodeBlocks('docs/moving.md', page)
  .filter(({ language }) => language === 'sh')
  .flatMap(({ code }) => findQuestions(code))
const preload = resolve('.build/test/readme/listen-anywhere.js')

const settings = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: { rootDir: '.', outDir: 'out', declaration: false, sourceMap: false, skipLibCheck: true },
  include: ['**/*.ts'],
  exclude: ['out']
}

function layOut(files: Files, name: string): string {
  const folder = resolve('.build/moving', name)
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of [...files, ['tsconfig.json', JSON.stringify(settings)] as const]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Returns the errors of a compiler, which writes programs in any case. */
function compile(folder: string, version: Version): Promise<string> {
  const compiler = resolve('node_modules', compilers[version], 'bin/tsc')
  return new Promise((done) => {
    execFile(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: folder }, (_, text) => done(text))
  })
}

async function answersOf(folder: string): Promise<string[]> {
  const app = fork(join(folder, 'out/app.js'), { execArgv: ['--import', preload], stdio: 'pipe' })
  let output = ''
  app.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const closed = new Promise((done) => app.once('close', done))
  try {
    const port = await Promise.race([new Promise((done) => app.once('message', done)), closed.then(() => undefined)])
    assert.equal(typeof port, 'number', `the application does not listen: ${output}`)
    const answers: string[] = []
    for (const question of questions) answers.push(await ask(question, port as number))
    return answers
  } finally {
    app.kill()
    await closed
  }
}

/** The page has two lines that do not compile: they pass an app with types of espalier instead of Fastify. */
function isWarnedOf(said: string): boolean {
  const errors = said.split('\n').filter((line) => line.includes('error TS'))
  const [member = '', instance = ''] = errors
  return errors.length === 2 && /TS2339: Property 'member'/.test(member) && /^app\.ts.*'FastifyInstance</.test(instance)
}

async function check({ title, files }: Step, index: number): Promise<void> {
  for (const version of Object.keys(compilers) as Version[]) {
    const folder = layOut(files, `${index}-${version}`)
    const said = await compile(folder, version)
    if (title.startsWith('1.')) assert.ok(isWarnedOf(said), `TypeScript ${version} says ${said}`)
    else assert.equal(said, '', `TypeScript ${version}`)
  }
  const answers = await answersOf(resolve('.build/moving', `${index}-7`))
  assert.equal(answers.length, questions.length)
  questions.forEach((question, at) => {
    assert.ok(isAnswered(question, answers[at] ?? ''), `${question.command} is answered with ${answers[at]}`)
  })
}

const textOf = ({ files }: Step) => [...files.values()].join('\n')

test('the page has the application, five steps and requests', () => {
  assert.equal(steps.length, 6)
  assert.ok(questions.length > 7)
})

steps.forEach((step, index) => {
  test(`${step.title}: compiles and gives the same responses`, { timeout: 600_000 }, () => check(step, index))
})

test('each step has fewer imports of Fastify, and the last one has no trace of it', () => {
  const imports = (step: Step) => textOf(step).match(/from 'fastify'/g)?.length ?? 0
  const augmentations = (step: Step) => textOf(step).match(/declare module/g)?.length ?? 0
  assert.deepEqual(steps.map(imports), [7, 6, 0, 0, 0, 0])
  assert.deepEqual(steps.map(augmentations), [2, 2, 2, 2, 2, 0])
  assert.doesNotMatch(textOf(steps.at(-1) as Step), /fastify-types|fastify-plugin|asFastifyPlugin|FastifyInstance/)
})

test('a diff that does not match its file throws', () => {
  const block = (text: string) =>
    `## The application\n\n\`\`\`ts file="a.ts"\na\nb\n\`\`\`\n\n\`\`\`diff\n--- ${text}\n\`\`\`\n`
  assert.equal(toSteps(block('a.ts\n-a\n+c'))[0]?.files.get('a.ts'), 'c\nb\n')
  assert.throws(() => toSteps(block('a.ts\n-c')), /a\.ts has no line 'c' there/)
  assert.throws(() => toSteps(block('a.ts\n-b\n-a')), /a\.ts has no line 'a' there/)
  assert.throws(() => toSteps(block('b.ts\n-b')), /there is no b\.ts to change/)
})
