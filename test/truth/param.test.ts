// Parameters of prefixes and paths, with schemas at every level. A route compiles exactly if it starts, as far as types can know the prefix.
// Its handler reads the declared values.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import ts from '@tsd/typescript'
import { consumerOptions } from '../consumer-options.ts'

const forms = ['root', 'inline', 'declared', 'plugin'] as const

/** A route with a schema of its parameters, in a context of some form below a prefix. */
interface Case {
  readonly form: (typeof forms)[number]
  readonly around: readonly string[]
  readonly own: readonly string[]
  readonly asked: readonly string[]
}

/** All lists of some of the names, in their order. */
const someOf = ([first, ...others]: readonly string[]): string[][] =>
  first === undefined ? [] : [[first], ...someOf(others).flatMap((list) => [list, [first, ...list]])]

const given = forms.flatMap((form) =>
  someOf(['a', 'b']).flatMap((around) =>
    someOf(['c', 'd']).flatMap((own) =>
      someOf(['a', 'b', 'c', 'd']).map((asked): Case => ({ form, around, own, asked }))
    )
  )
)

const segments = (names: readonly string[]) => names.map((name) => `/:${name}`).join('')
const integers = (names: readonly string[]) => `{ ${names.map((name) => `${name}: Type.Integer()`).join(', ')} }`
const prefixOf = ({ form, around }: Case) => (form === 'root' ? '' : `/p${segments(around)}`)

/** One line, so that an error tells its case. Texts have no `toFixed`, and neither has what is never there. */
function write(given: Case): string {
  const { form, around, own, asked } = given
  const texts = form === 'inline' ? around.filter((name) => !asked.includes(name)) : []
  const looks = [...asked.map((name) => `params.${name}.toFixed()`), ...texts.map((name) => `params.${name}.trim()`)]
  const route = `(app) => { app.get('/r${segments(own)}', { schema: { params: ${integers(asked)} } }, ({ params }) => [${looks}]) }`
  const params = form === 'declared' ? `params: ${integers(around)}, ` : ''
  const body = form === 'inline' ? route : `plugin({ name: 'p', ${params}setup: ${route} })`
  const register = `app.register(${body}, { prefix: '${prefixOf(given)}' })`
  return form === 'root' ? route.replace('(app)', '(app: Root)') : `(app: Root) => { ${register} }`
}

const head = `import { espalier, plugin, Type } from 'espalier'
type Root = ReturnType<typeof espalier>
export const makers: ((app: Root) => void)[] = [
`
const folder = resolve('.build/truth-param')
mkdirSync(folder, { recursive: true })

/** Returns the lines of the program that the compiler refuses. */
function refusedLines(source: string): Set<number> {
  const path = resolve(folder, 'program.ts')
  writeFileSync(path, source)
  const program = ts.createProgram([path], { ...consumerOptions, noEmit: true })
  const file = program.getSourceFile(path)
  assert.ok(file)
  return new Set(
    program.getSemanticDiagnostics(file).map(({ start }) => file.getLineAndCharacterOfPosition(start ?? 0).line)
  )
}

type Maker = (app: object) => void

async function load(source: string): Promise<readonly Maker[]> {
  const path = resolve(folder, `program-${Date.now()}.mjs`)
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  writeFileSync(path, ts.transpileModule(source, { compilerOptions }).outputText)
  return ((await import(pathToFileURL(path).href)) as { makers: readonly Maker[] }).makers
}

/** Returns the status of a request to the route, or undefined where it does not boot. */
async function run(make: Maker, given: Case): Promise<number | undefined> {
  const { espalier } = await import('espalier')
  const app = espalier()
  try {
    make(app)
    await app.ready()
  } catch {
    return undefined
  }
  const url = `${prefixOf(given)}/r${segments(given.own)}`.replace(/:\w/g, '1')
  const { statusCode } = await app.inject(url)
  await app.close()
  return statusCode
}

/** Whether the types keep silent on purpose: of a prefix that they do not know. */
const isBeyondTypes = ({ form }: Case) => form === 'plugin'

/** Whether the schema describes each parameter of the path; a plugin that leaves one out has more likely misspelt it. */
const isWhole = ({ own, asked }: Case) => own.every((name) => asked.includes(name))

test('a route with params schemas compiles exactly if it starts, and its handler reads the params', async (t) => {
  const source = `${head}${given.map((each) => `${write(each)},`).join('\n')}\n]\n`
  const refused = refusedLines(source)
  const makers = await load(source)
  const counts = { right: 0, wrong: 0, beyond: 0 }
  for (const [index, each] of given.entries()) {
    const make = makers[index]
    assert.ok(make)
    const compiles = !refused.has(index + head.split('\n').length - 1)
    const status = await run(make, each)
    const where = `case ${index}: ${write(each)}`
    if (status !== undefined) assert.equal(status, 200, where)
    if (isBeyondTypes(each) && status === undefined) counts.beyond++
    else if (isBeyondTypes(each) && !isWhole(each)) counts.beyond++
    else {
      assert.equal(compiles, status !== undefined, `${where} ${compiles ? 'compiles and does not boot' : 'boots'}`)
      counts[compiles ? 'right' : 'wrong']++
    }
  }
  t.diagnostic(JSON.stringify(counts))
  assert.ok(counts.right > counts.beyond / 2 && counts.wrong > 0, JSON.stringify(counts))
})
