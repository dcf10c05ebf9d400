/** Each item of an explanation must have the line of its declaration. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { guard } from '../../../src/index.ts'
import type { ExplainedDeclaration, Explanation } from '../../../types/explain.ts'
import { budget, fixed } from '../../fuzz/budget.ts'
import { createApp, type Wild } from '../../security/wild.ts'
import { isOfProgram, randomProgram, type Statement } from '../law/program.ts'
import { type Asked, requestsOf } from '../law/request.ts'

process.on('warning', () => {})

const folder = mkdtempSync(join(tmpdir(), 'places-'))
after(() => rmSync(folder, { recursive: true }))
let files = 0

interface Written {
  readonly lines: string[]
  readonly placeOf: Map<string, number>
}

function writeRoute({ name, method, own, validates, constraint }: Extract<Statement, { is: 'route' }>): string[] {
  const hooks = own.map(({ is, stage, name: hook }) => {
    const fn = `async function ${hook}() { return {} }`
    return `  ${stage}: ${is === 'guard' ? `guard(${fn})` : fn},`
  })
  const host = constraint === 'host' ? "host: 'a.example'" : constraint === 'version' ? "version: '1.2.0'" : ''
  return [
    'app.route({',
    `  method: '${method}', url: '/${name}${validates ? '/:id' : ''}', constraints: { ${host} },`,
    ...new Map(hooks.map((hook) => [hook.split(':')[0], hook])).values(),
    `  handler: async function ${name}() { return 'ok' }`,
    '})'
  ]
}

function textOf(statement: Statement): string[] {
  const { name } = statement
  switch (statement.is) {
    case 'hook':
      return [`app.addHook('${statement.stage}', async function ${name}() {})`]
    case 'guard':
      return [`app.addHook('${statement.stage}', guard(async function ${name}() { return {} }))`]
    case 'derive':
      return ['app', `  .derive('${statement.stage}', function ${name}() { return {} })`]
    case 'error handler':
      return ['', `app.setErrorHandler(async function ${name}() {})`]
    case 'decorator':
      return [`app.decorate('${name}', 1)`]
    case 'schema':
      return [`app.addSchema({ $id: '${name}', type: 'object' })`]
    case 'parser':
      return ['app.addContentTypeParser(', `  'text/x-${name}', { parseAs: 'string' }, async function ${name}() {})`]
    case 'route':
      return writeRoute(statement)
    default:
      return []
  }
}

function write(body: readonly Statement[], into: Written): void {
  for (const statement of body) {
    if (statement.is === 'plugin') {
      const { name, shared, prefixed } = statement
      into.placeOf.set(name, into.lines.length + 1)
      into.lines.push(`app.register(named('${name}', ${shared}, async (app) => {`)
      write(statement.body, into)
      into.lines.push(`}), ${prefixed && !shared ? `{ prefix: '/${name}' }` : '{}'})`)
      continue
    }
    const text = textOf(statement)
    const verb = text.findIndex((line) => /\b(?:addHook|derive|set\w+|decorate|add\w+|route)\(/.test(line))
    const note = (name: string, index: number) => into.placeOf.set(name, into.lines.length + index + 1)
    note(statement.name, verb)
    if (statement.is === 'parser') note(`text/x-${statement.name}`, verb)
    for (const { is, name } of statement.is === 'route' ? statement.own : []) {
      note(name, is === 'guard' ? text.findIndex((line) => line.includes(`function ${name}(`)) : verb)
    }
    into.lines.push(...text)
  }
}

function named(name: string, isShared: boolean, load: object): object {
  return Object.assign(load, {
    [Symbol.for('fastify.display-name')]: name,
    ...(isShared && { [Symbol.for('skip-override')]: true })
  })
}

const placedIn = ({ contexts, steps, absent, route, exchange }: Explanation, { route: name }: Asked) => [
  ...[...contexts, ...steps, ...absent, ...exchange.objects],
  ...(route === null || name === null ? [] : [{ ...route, name }])
]

const isWritten = (name: string) => isOfProgram(name.replace(/^text\/x-/, ''))

function comparePlaces(
  items: readonly ExplainedDeclaration[],
  file: string,
  placeOf: ReadonlyMap<string, number>
): number {
  const written = items.filter(({ name }) => isWritten(name))
  for (const { name, place } of written) assert.deepEqual([place?.file, place?.line], [file, placeOf.get(name)], name)
  return written.length
}

async function load(body: readonly Statement[]): Promise<{ app: Wild; file: string; placeOf: Map<string, number> }> {
  const written: Written = { lines: ['export default (app, guard, named) => {'], placeOf: new Map() }
  write(body, written)
  const file = pathToFileURL(join(folder, `app${files++}.mjs`)).href
  writeFileSync(new URL(file), [...written.lines, '}'].join('\n'))
  const { default: declare } = await import(file)
  const { app } = createApp({}, 'silent')
  declare(app, guard, named)
  return { app, file, placeOf: written.placeOf }
}

test('each item of an explanation has the line of its declaration, and a wrong line is noticed', async (t) => {
  let placed = 0
  const property = fc.asyncProperty(randomProgram, async (body) => {
    const { app, file, placeOf } = await load(body)
    const later = new Map([...placeOf].map(([name, line]) => [name, line + 1]))
    for (const asked of requestsOf(body)) {
      const items = placedIn(await app.explain(asked), asked)
      const compared = comparePlaces(items, file, placeOf)
      if (compared > 0) assert.throws(() => comparePlaces(items, file, later), assert.AssertionError)
      placed += compared
    }
    await app.close()
  })
  await fc.assert(property, fixed(10))
  assert.ok(placed > 100)
  await fc.assert(property, budget(60))
  t.diagnostic(`${placed} places`)
})
