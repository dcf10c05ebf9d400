// The cost of an application's types for the compiler, in type instantiations: the same number on every machine.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import ts from '@tsd/typescript'
import { consumerOptions } from './consumer-options.ts'

const folder = resolve('.build/type-cost')
mkdirSync(folder, { recursive: true })

const bench = resolve('bench/types')
const budget = JSON.parse(readFileSync(join(bench, 'budget.json'), 'utf8')) as {
  routes: { '5.9': number }
  compare: { completion: number }
}
const { measureCompletions } = (await import(pathToFileURL(join(bench, 'completion.mjs')).href)) as {
  measureCompletions(projects: readonly Project[]): Map<string, { instantiations: number }>
}

interface Project {
  name: string
  folder: string
  file: string
  route: number
}

const options: ts.CompilerOptions = {
  ...consumerOptions,
  rootDir: resolve('.'),
  outDir: folder,
  declaration: true,
  emitDeclarationOnly: true
}

test('a route with five schemas keeps to its budget, and costs no more among many routes', () => {
  const [few, some, many] = [50, 150, 250].map((routes) => compileRoutes(routes).getInstantiationCount())
  assert.ok(few && some && many)
  const early = (some - few) / 100
  const late = (many - some) / 100
  assert.ok(late <= budget.routes['5.9'], `a route costs ${late} instantiations`)
  assert.ok(late <= early * 1.05, `a route costs ${early} instantiations among few, ${late} among many`)
})

test('an application read from its declarations costs less than a twentieth of its source', () => {
  const source = compileRoutes(250)
  mkdirSync(join(folder, 'declared'), { recursive: true })
  source.emit(undefined, (_file, text) => writeFileSync(join(folder, 'declared/routes-250.d.ts'), text))
  const reader = compile(
    'declared/reader.ts',
    `import { Type } from 'espalier'\nimport { app } from './routes-250.js'\n${toRoute(251)}`
  )
  const share = reader.getInstantiationCount() / source.getInstantiationCount()
  assert.ok(share < 0.05, `reading costs ${(share * 100).toFixed(1)} % of the source`)
})

test('a completion in a handler keeps to its budget in a file of 100 routes', () => {
  const project = join(folder, 'completion')
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'routes.ts'), toModule(100))
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...options,
        target: 'es2022',
        lib: ['es2023'],
        module: 'nodenext',
        outDir: 'out',
        noEmit: true,
        emitDeclarationOnly: false
      },
      include: ['*.ts']
    })
  )
  const costs = measureCompletions([{ name: 'espalier', folder: project, file: 'routes.ts', route: 99 }])
  const { instantiations } = costs.get('espalier') ?? assert.fail()
  assert.ok(instantiations <= budget.compare.completion, `a completion costs ${instantiations} instantiations`)
})

test('hooks, error handlers and decorators cost at most 15,000 instantiations', () => {
  const program = compile(
    'declarations.ts',
    `import { espalier, shared, value } from 'espalier'
const store = shared({
  name: 'store',
  setup: (app) => app.decorate('store', Math.random() < 0.5 ? { file: '' } : { url: '' })
})
const identity = shared({
  name: 'identity',
  needs: [store],
  setup: (app) => app.decorateRequest('user', value<string | null>(null)).addHook('onRequest', async (request) => {
    request.user = request.headers.from ?? null
  })
})
export const app = espalier().register(store).register(identity)
app.setErrorHandler((error, request, reply) => reply.code(500).send({ user: request.user, error }))
app.addHook('onSend', async (request, _reply, payload) => (request.user ? payload : ''))
app.addHook('onClose', async (closed) => void closed.store)
app.get('/', { preHandler: async (request) => void request.user }, ({ user }) => user)
`
  )
  const cost = program.getInstantiationCount()
  assert.ok(cost <= 15_000, `they cost ${cost} instantiations`)
})

test('routes, plugins with needs, chained declarations and nested contexts keep to their budgets', () => {
  const measure = [join(bench, 'measure.mjs'), '--check', '--typescript', '7', 'routes', 'plugins', 'chain', 'tree']
  const { status, stderr, stdout } = spawnSync(process.execPath, measure, { encoding: 'utf8' })
  assert.equal(status, 0, stderr || stdout)
})

test('statements, chains, endpoints and groups below prefixes keep to their budgets', () => {
  const measure = [join(bench, 'shapes.mjs'), '--check', '--typescript', '7']
  const { status, stderr, stdout } = spawnSync(process.execPath, measure, { encoding: 'utf8' })
  assert.equal(status, 0, stderr || stdout)
})

const compiled = new Map<number, ts.Program>()

/** Compiles a module with this number of routes, once. */
function compileRoutes(routes: number): ts.Program {
  const program = compiled.get(routes) ?? compile(`routes-${routes}.ts`, toModule(routes))
  compiled.set(routes, program)
  return program
}

function compile(name: string, source: string): ts.Program {
  const file = join(folder, name)
  writeFileSync(file, source)
  const program = ts.createProgram([file], options)
  const errors = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
  assert.deepEqual(errors, [])
  return program
}

function toModule(routes: number): string {
  const numbers = Array.from({ length: routes }, (_, number) => number)
  return `import { espalier, Type } from 'espalier'
export const app = espalier().decorate('clock', () => 0)
${numbers.map(toRoute).join('')}`
}

function toRoute(number: number): string {
  return `
app.post('/books${number}/:id', {
  schema: {
    params: Type.Object({ id: Type.Integer() }),
    querystring: Type.Object({ page: Type.Optional(Type.Integer()), tag${number}: Type.Optional(Type.String()) }),
    body: Type.Object({ title: Type.String(), name${number}: Type.String(), year${number}: Type.Integer() }),
    response: {
      200: Type.Object({ id: Type.Integer(), title: Type.String(), page${number}: Type.Integer() }),
      404: Type.Object({ message: Type.String() })
    }
  }
}, (request, reply) => {
  if (request.params.id === 0) return reply.code(404).send({ message: request.body.name${number} })
  return { id: request.params.id, title: request.body.title, page${number}: request.query.page ?? request.body.year${number} }
})
`
}
