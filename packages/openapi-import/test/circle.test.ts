import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCircles } from '../src/circle.ts'
import { createResolve } from '../src/reference.ts'
import { documentOf } from './documents.ts'

type Schemas = Readonly<Record<string, object>>

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })

function check(schemas: Schemas): void {
  const components = Object.entries(schemas).map(([name, schema]) => ({ name, schema, isRecursive: true }))
  checkCircles(components, createResolve(documentOf({}, { components: { schemas } })), 'a.yml')
}

for (const [what, schemas, place] of [
  [
    'one that is a member of its own union',
    { A: { oneOf: [{}, refer('A')] } },
    'A → oneOf → 1 → #/components/schemas/A'
  ],
  [
    'a base that is a union of its extensions',
    { P: { oneOf: [refer('C')] }, C: { allOf: [refer('P')] } },
    'P → oneOf → 0 → #/components/schemas/C → allOf → 0 → #/components/schemas/P'
  ],
  [
    'one that depends on itself in dependencies',
    { A: { dependencies: { b: ['c'], d: refer('A') } } },
    'A → dependencies → d → #/components/schemas/A'
  ],
  ['one that negates itself', { A: { not: refer('A') } }, 'A → not → #/components/schemas/A'],
  [
    'a pointer into itself',
    { A: { if: { $ref: '#/components/schemas/A/properties/b' }, properties: { b: refer('A') } } },
    'A → if → #/components/schemas/A/properties/b'
  ]
] as const)
  test(`${what} is refused with its path`, () => {
    assert.throws(
      () => check(schemas),
      ({ message }: Error) => message.startsWith(`a.yml leads at components → schemas → ${place}`)
    )
  })

test('schemas that are recursive through fields and items are accepted', () => {
  check({
    A: { anyOf: [{ type: 'array', items: refer('A') }, { additionalProperties: refer('A') }, refer('B'), refer('B')] },
    B: { allOf: [{ properties: { a: refer('A') } }] }
  })
})
