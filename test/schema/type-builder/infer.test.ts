// Compares espalier's type inference with TypeBox's, for generated schemas.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import ts from '@tsd/typescript'
import fc from 'fast-check'
import { consumerOptions } from '../../consumer-options.ts'

const leaves = [
  'Type.String()',
  'Type.Integer()',
  'Type.Boolean()',
  'Type.Null()',
  'Type.Unknown()',
  "Type.Literal('a')",
  'Type.Literal(1)',
  "Type.Unsafe<Date>({ type: 'string' })",
  'Type.Record(Type.String(), Type.Integer())'
]
const keys = fc.constantFrom('a', 'b', 'c', 'd')

/** Returns the source text of a schema. Modifiers are valid only for properties. */
const { schema } = fc.letrec<{ schema: string; property: string; object: string }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: fc.constantFrom(...leaves) },
    { weight: 4, arbitrary: tie('object') },
    { weight: 2, arbitrary: tie('schema').map((item) => `Type.Array(${item})`) },
    {
      weight: 2,
      arbitrary: fc.array(tie('schema'), { minLength: 2, maxLength: 3 }).map((all) => `Type.Union([${all}])`)
    },
    {
      weight: 1,
      arbitrary: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((all) => `Type.Tuple([${all}])`)
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('object'), tie('property'))
        .map(([object, e]) => `Type.Intersect([${object}, Type.Object({ e: ${e} })])`)
    }
  ),
  property: fc
    .tuple(fc.constantFrom('', '', '', 'Optional', 'Readonly', 'ReadonlyOptional'), tie('schema'))
    .map(([modifier, schema]) => (modifier ? `Type.${modifier}(${schema})` : schema)),
  object: fc
    .dictionary(keys, tie('property'), { maxKeys: 4 })
    .map((fields) => `Type.Object({ ${Object.entries(fields).map(([key, schema]) => `${key}: ${schema}`)} })`)
}))

const compiled: ts.CompilerOptions = { ...consumerOptions, exactOptionalPropertyTypes: true, noEmit: true }

test("Infer of a generated schema equals TypeBox's Static", () => {
  const schemas = [...new Set(fc.sample(schema, { numRuns: 300, seed: 1 }))]
  assert.ok(schemas.length > 150)
  const lines = schemas.map((source, number) => `const schema${number} = ${source}; same(schema${number}, true)`)
  const file = resolve('.build/infer/schemas.ts')
  mkdirSync(resolve('.build/infer'), { recursive: true })
  writeFileSync(
    file,
    `import { type Infer, type Static, type TSchema, Type } from 'espalier'
type Deep<Type> = Type extends Date ? Type : Type extends object ? { [Key in keyof Type]: Deep<Type[Key]> } : Type
type Same<Left, Right> = (<T>() => T extends Deep<Left> ? 1 : 2) extends <T>() => T extends Deep<Right> ? 1 : 2 ? true : false
declare function same<Schema extends TSchema>(schema: Schema, same: Same<Infer<Schema>, Static<Schema>>): void
${lines.join('\n')}
// @ts-expect-error two types that differ are told apart
same(Type.Object({ a: Type.Optional(Type.String()) }), false)
`
  )
  const program = ts.createProgram([file], compiled)
  const found = ts.getPreEmitDiagnostics(program).map(({ start = 0, file, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0
    return `${ts.flattenDiagnosticMessageText(messageText, ' ')}: ${file?.text.split('\n')[line]}`
  })
  assert.deepEqual(found, [])
})
