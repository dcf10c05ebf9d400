// What a route costs the compiler, counted in type instantiations: the same number on every machine.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript-5.9'

/** Most instantiations that one more route may cost. The number only falls. */
const budget = 870

test('a route with five schemas costs the compiler little, and no more among many than among few', () => {
  const [few, some, many] = [50, 150, 250].map(countInstantiations)
  assert.ok(few && some && many)
  const early = (some - few) / 100
  const late = (many - some) / 100
  assert.ok(late <= budget, `a route costs ${late} instantiations, the budget is ${budget}`)
  assert.ok(late <= early * 1.05, `a route costs ${early} instantiations among few, ${late} among many`)
})

function countInstantiations(routes: number): number {
  const file = resolve('.build/type-cost', `routes-${routes}.ts`)
  mkdirSync(resolve('.build/type-cost'), { recursive: true })
  writeFileSync(file, toModule(routes))
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true
  })
  const errors = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
  assert.deepEqual(errors, [])
  return program.getInstantiationCount()
}

function toModule(routes: number): string {
  const numbers = Array.from({ length: routes }, (_, number) => number)
  return `import { espalier, Type } from 'espalier'\nconst app = espalier()\n${numbers.map(toRoute).join('')}`
}

function toRoute(number: number): string {
  return `
app.post('/books${number}/:id', {
  schema: {
    params: Type.Object({ id: Type.Integer() }),
    querystring: Type.Object({ page: Type.Optional(Type.Integer()), tag${number}: Type.Optional(Type.String()) }),
    body: Type.Object({ title: Type.String(), author: Type.String(), year${number}: Type.Integer() }),
    response: {
      200: Type.Object({ id: Type.Integer(), title: Type.String(), page${number}: Type.Integer() }),
      404: Type.Object({ message: Type.String() })
    }
  }
}, (request, reply) => {
  if (request.params.id === 0) return reply.code(404).send({ message: request.body.author })
  return { id: request.params.id, title: request.body.title, page${number}: request.query.page ?? request.body.year${number} }
})
`
}
