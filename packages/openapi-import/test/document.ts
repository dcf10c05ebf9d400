// Random documents: schemas that combine and refer to each other, names that need quotes, parameters, bodies and responses.
import fc from 'fast-check'

export type Said = Readonly<Record<string, unknown>>

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const record = (members: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Said> =>
  fc.record(members).map((said) => Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)))

const field = fc.constantFrom('a', 'b', 'id', 'a-b', "it's", 'a\nb', '1', '__proto__', 'constructor', 'Record')
const components = ['A', 'Static', 'OpenApiOptions', 'a.b-c']
const pointers = components.map((name) => `#/components/schemas/${name}`)
const value = fc.constantFrom('a', "it's | {", 'events(', 'Static<', '}', 1, -1, 0.5, true, null)
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null')

const { schema } = fc.letrec<{ schema: Said }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    record({ type, description: some(fc.constantFrom('withDefault(', 'Type.', '*/')) }),
    record({ $ref: fc.constantFrom(...pointers) }),
    record({ $ref: fc.constant('#/components/schemas/A/properties/p') }),
    record({ type: fc.tuple(type, fc.constant('null')).map((types) => [...new Set(types)]) }),
    value.map((one) => ({ const: one })),
    fc.uniqueArray(value, { minLength: 1, maxLength: 3 }).map((list) => ({ enum: list })),
    fc.uniqueArray(field, { minLength: 1, maxLength: 2 }).map((required) => ({ required })),
    record({ type: fc.constant('array'), items: tie('schema'), minItems: some(fc.constant(1)) }),
    record({
      type: some(fc.constantFrom('object', ['object', 'null'])),
      properties: some(fc.dictionary(field, tie('schema'), { maxKeys: 3, noNullPrototype: true })),
      required: some(fc.uniqueArray(field, { maxLength: 2 })),
      additionalProperties: some(fc.oneof(fc.boolean(), tie('schema')))
    }),
    fc
      .tuple(
        fc.constantFrom('allOf', 'anyOf', 'oneOf'),
        fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
        record({ required: some(fc.uniqueArray(field, { maxLength: 2 })), description: some(fc.constant('a')) })
      )
      .map(([name, members, beside]) => ({ ...beside, [name]: members }))
  )
}))

const content = fc
  .tuple(fc.constantFrom('application/json', 'application/json', 'text/plain', 'application/xml'), schema)
  .map(([media, inner]) => ({ [media]: { schema: inner } }))

const parameters = fc.uniqueArray(
  record({
    name: fc.constantFrom('q', 'accept', 'Authorization', 'X-A', 'a-b', 'a[b]', '__proto__'),
    in: fc.constantFrom('query', 'header', 'cookie'),
    required: some(fc.boolean()),
    schema: record({ type, default: some(value) })
  }),
  { maxLength: 3, selector: ({ in: place, name }) => `${place} ${name}` }
)

const operation = record({
  operationId: some(fc.constantFrom('endpoint', 'A', 'document', 'get it', '1')),
  summary: some(fc.constant('a')),
  parameters: some(parameters),
  responses: fc.dictionary(
    fc.constantFrom('200', '201', '4XX', 'default'),
    record({ description: fc.constantFrom('a', 'events('), content: some(content) }),
    { minKeys: 1, maxKeys: 2, noNullPrototype: true }
  )
})
const withBody = fc
  .tuple(operation, some(record({ content, required: some(fc.boolean()) })))
  .map(([said, requestBody]) => (requestBody === undefined ? said : { ...said, requestBody }))

const paths = fc
  .tuple(record({ get: some(withBody), post: withBody }), some(record({ put: withBody })))
  .map(([root, other]) => ({ '/': root, ...(other !== undefined && { '/a.b/c': other }) }))

export const document: fc.Arbitrary<Said> = fc
  .tuple(paths, fc.tuple(...components.map(() => schema)), schema)
  .map(([said, [first, ...schemas], p]) => ({
    openapi: '3.1.1',
    info: { title: 'a', version: '1' },
    paths: said,
    components: {
      schemas: Object.fromEntries([withField(first, p), ...schemas].map((each, at) => [components[at], each]))
    }
  }))
  .map((said) => withOwnIds(JSON.parse(JSON.stringify(said))))

/** Operation ids must be unique (3.1 §4.8.10.1). */
function withOwnIds(said: Said): Said {
  const known = new Set<unknown>()
  for (const item of Object.values(Object(said.paths)))
    for (const operation of Object.values(Object(item)).map(Object)) {
      if (known.has(operation.operationId)) delete operation.operationId
      known.add(operation.operationId)
    }
  return said
}

const withField = (inner: Said = {}, p: Said = {}): Said => ({
  ...withoutReference(inner),
  properties: { ...Object(inner.properties), p }
})

const withoutReference = ({ $ref: _reference, const: _value, enum: _values, ...rest }: Said): Said => ({
  ...rest,
  type: 'object'
})
