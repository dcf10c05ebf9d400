// Examples in doc comments. One with a line such as `f(1) // 2` or `f() // throws CODE` is run, and each such value compared. Other examples are not run.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inspect } from 'node:util'
import ts from '@tsd/typescript'

interface Example {
  readonly place: string
  readonly code: string
}

/** Packages whose examples are run. Every public function has one, except for those that need a server or a process of their own. */
const entries: Readonly<Record<string, readonly string[]>> = {
  kit: ['', '/form', '/idempotency', '/idempotency-key'],
  events: ['', '/asyncapi', '/test-kit'],
  testing: ['']
}
const notRun = new Set(['postgresStore', 'redisStore', 'databases', 'rolledBack', 'watchAnswers', 'unseenAnswers'])
/** Values that other parts of these packages use. */
const internal = new Set(['keyPattern', 'keySchema', 'limitsOfFile', 'default', 'module.exports'])

function examplesOf(path: string): Example[] {
  const comments = readFileSync(path, 'utf8').match(/\/\*\*[\s\S]*?\*\//g) ?? []
  return comments.flatMap((comment) => {
    const text = comment.replace(/^\/\*\*|\*\/$/g, '').replaceAll(/^ *\* ?/gm, '')
    return [...text.matchAll(/@example\b([\s\S]*?)(?=\n@|$)/g)].map(([, code = '']) => ({
      place: path,
      code: code.trim()
    }))
  })
}

const filesOf = (name: string) =>
  readdirSync(`packages/${name}/src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `packages/${name}/src/${path.replaceAll('\\', '/')}`)

/** `f(1) // 2` and `const a = f(1) // 2` as calls of `expectValue`. */
const output = /^(?:const (?<name>\w+) = )?(?<code>.*\S) \/\/ (?<value>\S.*)$/

function withChecks(code: string): string {
  const lines = code.split('\n').map((line) => {
    const { name, code: expression, value = '' } = output.exec(line)?.groups ?? {}
    if (expression === undefined) return line
    const check = `await expectValue(async () => ${name ?? `(${expression})`}, ${JSON.stringify(value)})`
    return name === undefined ? `;${check}` : `const ${name} = ${expression};${check}`
  })
  return ts.transpile(lines.join('\n'), { target: ts.ScriptTarget.ES2022 })
}

async function expectValue(get: () => Promise<unknown>, value: string): Promise<void> {
  const fault = /^throws (\w+)$/.exec(value)?.[1]
  if (fault === undefined) return assert.equal(inspect(await get(), { breakLength: Infinity }), value)
  await assert.rejects(get, ({ code, name }) => code === fault || name === fault)
}

const exported: Record<string, unknown> = { ...(await import('espalier')) }
const names = new Set<string>()
for (const [name, paths] of Object.entries(entries)) {
  for (const path of paths) {
    const module: Record<string, unknown> = await import(`@espalier/${name}${path}`)
    for (const key of Object.keys(module)) names.add(key)
    Object.assign(exported, module)
  }
}

const run = Object.keys(entries)
  .flatMap(filesOf)
  .flatMap(examplesOf)
  .filter(({ code }) => code.split('\n').some((line) => output.test(line)))

for (const { place, code } of run) {
  test(`${place}: ${code.split('\n')[0]}`, async (t) => {
    const scope = Object.fromEntries(
      Object.entries({ ...exported, t, expectValue }).filter(([name]) => /^\w+$/.test(name))
    )
    delete scope.default
    const start = Object.getPrototypeOf(async () => {}).constructor
    // An example may wait for a timer that does not keep the process alive.
    const alive = setInterval(() => {}, 1000)
    await start(...Object.keys(scope), withChecks(code))(...Object.values(scope)).finally(() => clearInterval(alive))
  })
}

test('every public function and value of these packages is in an example that is run', () => {
  const missing = [...names].filter(
    (name) =>
      !notRun.has(name) && !internal.has(name) && !run.some(({ code }) => new RegExp(`\\b${name}\\b`).test(code))
  )
  assert.deepEqual(missing, [])
})
