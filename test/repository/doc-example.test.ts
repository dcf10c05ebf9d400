// Examples in doc comments of packages: one with a check is run. Their scope is the exports of the core and of these packages, and `t`, the test.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { declarationsIn, isChecked, runExample } from './doc-example.ts'

/** Packages whose examples are run. Every public function has one, except for those that need a server or a process of their own. */
const entries: Readonly<Record<string, readonly string[]>> = {
  kit: ['', '/form', '/idempotency', '/idempotency-key'],
  events: ['', '/asyncapi', '/test-kit'],
  testing: ['']
}
const notRun = new Set(['postgresStore', 'redisStore', 'databases', 'rolledBack', 'watchAnswers', 'unseenAnswers'])
/** Values that other parts of these packages use. */
const internal = new Set(['keyPattern', 'keySchema', 'limitsOfFile', 'default', 'module.exports'])

const filesOf = (name: string) =>
  readdirSync(`packages/${name}/src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `packages/${name}/src/${path.replaceAll('\\', '/')}`)

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
  .flatMap(declarationsIn)
  .flatMap(({ examples }) => examples)
  .filter(isChecked)

for (const example of run) {
  test(`${example.path}:${example.line} ${example.code.split('\n')[0]}`, (t) => runExample(example, { ...exported, t }))
}

test('every public export of these packages is used in a checked example', () => {
  const missing = [...names].filter(
    (name) =>
      !notRun.has(name) && !internal.has(name) && !run.some(({ code }) => new RegExp(`\\b${name}\\b`).test(code))
  )
  assert.deepEqual(missing, [])
})
