// Shared schemas: visible under their id where they were added and below, with their types.
import { espalier, plugin, shared, Type } from 'espalier'
import { expectType } from 'tsd'

const root = espalier()
const app = root.addSchema(
  Type.Object(
    {
      zip: Type.String({ $id: '#zip' }),
      street: Type.Optional(Type.String())
    },
    { $id: 'address', definitions: { country: Type.Object({ code: Type.String() }) } }
  )
)

// Every form of reference.
app.post(
  '/refs',
  {
    schema: {
      body: Type.Object({
        whole: app.ref('address#'),
        bare: app.ref('address'),
        property: app.ref('address#/properties/zip'),
        definition: app.ref('address#/definitions/country'),
        anchor: app.ref('address#zip'),
        list: Type.Array(app.ref('address#'))
      })
    }
  },
  (request) => {
    expectType<string>(request.body.whole.zip)
    expectType<string | undefined>(request.body.bare.street)
    expectType<string>(request.body.property)
    expectType<{ code: string }>(request.body.definition)
    expectType<string>(request.body.anchor)
    expectType<string | undefined>(request.body.list[0]?.zip)
    // @ts-expect-error the shared schema has no such field
    request.body.whole.city
    return null
  }
)
expectType<'address#'>(app.ref('address#').$ref)

// @ts-expect-error no schema "adress#" is visible here
app.ref('adress#')
// @ts-expect-error no schema "address#/properties/city" is visible here
app.ref('address#/properties/city')
// @ts-expect-error no schema "address#/definitions/planet" is visible here
app.ref('address#/definitions/planet')
// @ts-expect-error no schema "address#city" is visible here
app.ref('address#city')
// @ts-expect-error the root was declared before the schema
root.ref('address#')

// A bare reference as a part or a response.
app.post(
  '/bare',
  {
    schema: {
      body: { $ref: 'address#' },
      querystring: { $ref: 'address' },
      response: { 200: { $ref: 'address#/definitions/country' } }
    }
  },
  (request) => {
    expectType<string>(request.body.zip)
    expectType<string | undefined>(request.query.street)
    return { code: 'IE' }
  }
)
app.post('/wrong', { schema: { response: { 200: { $ref: 'address#' } } } }, (_request, reply) => {
  // @ts-expect-error the payload lacks the zip
  return reply.send({ street: 'a' })
})
app.post('/unknown', { schema: { body: { $ref: 'adress#' } } }, (request) => {
  // @ts-expect-error no schema "adress#" is visible here
  request.body.zip
  return null
})
// @ts-expect-error no schema "adress#" is visible here
app.post('/unknown', { schema: { response: { 200: { $ref: 'adress#' } } } }, () => ({ zip: '' }))
app.post('/typebox', { schema: { body: Type.Ref('address') } }, (request) => request.body.zip)

// A reference of TypeBox inside another schema, however deep, and one that a shared schema has to another.
const person = app.addSchema(Type.Object({ name: Type.String(), home: Type.Ref('address') }, { $id: 'person' }))
person.post(
  '/nested',
  {
    schema: {
      body: Type.Object({
        home: Type.Ref('address'),
        past: Type.Optional(Type.Array(Type.Union([Type.Ref('address#/definitions/country'), Type.Null()]))),
        owner: Type.Ref('person')
      }),
      querystring: { zip: Type.Ref('address#/properties/zip') },
      response: { 200: Type.Object({ at: Type.Ref('address#') }) }
    }
  },
  (request, reply) => {
    expectType<string>(request.body.home.zip)
    expectType<{ code: string } | null | undefined>(request.body.past?.[0])
    expectType<string>(request.body.owner.home.zip)
    expectType<string>(request.query.zip)
    // @ts-expect-error the schema has no such property
    request.body.home.city
    // @ts-expect-error the address lacks its zip
    reply.send({ at: { street: 'a' } })
    return { at: request.body.home }
  }
)
person.post('/elsewhere', { schema: { body: Type.Object({ home: Type.Ref('nowhere') }) } }, (request) => {
  // An id that the context does not see may be one inside the schema.
  expectType<unknown>(request.body.home)
  return null
})
const tree = app.addSchema(
  Type.Object({ name: Type.String(), children: Type.Array(Type.Ref('tree')) }, { $id: 'tree' })
)
tree.post('/tree', { schema: { body: { $ref: 'tree#' } } }, (request) => {
  expectType<string | undefined>(request.body.children[0]?.children[0]?.name)
  return null
})

// Reading them.
expectType<'address'>(app.getSchema('address').$id)
expectType<object | undefined>(app.getSchema('other'))
expectType<'address'>(app.getSchemas().address.$id)

// Schemas are encapsulated, and the same id may be two schemas in two siblings.
app.register(async (child) => {
  const own = child.addSchema(Type.String({ $id: 'name' }))
  own.post('/', { schema: { body: own.ref('name#') } }, (request) => {
    expectType<string>(request.body)
    return null
  })
  expectType<string>(own.getSchema('address').properties.zip.static)
})
app.register(async (child) => {
  const own = child.addSchema(Type.Integer({ $id: 'name' }))
  own.post('/', { schema: { body: own.ref('name#') } }, (request) => {
    expectType<number>(request.body)
    return null
  })
})
// @ts-expect-error no schema "name#" is visible here
app.ref('name#')
// @ts-expect-error a schema "address" is already visible in this context
app.addSchema(Type.String({ $id: 'address' }))
// @ts-expect-error a shared schema has an id
app.addSchema(Type.String())

// A plain JSON Schema is known by its id, and of no type.
const plain = root.addSchema({ $id: 'plain', type: 'object', properties: { a: { type: 'string' } } })
plain.post('/', { schema: { body: { $ref: 'plain#' } } }, (request) => {
  expectType<unknown>(request.body)
  return null
})

// A plugin hands schemas over, and can need them.
const schemas = shared({
  name: 'schemas',
  setup: (app) => app.addSchema(Type.Object({ n: Type.Integer() }, { $id: 'number' }))
})
const reading = plugin({
  name: 'reading',
  needs: [schemas],
  setup: (app) => app.post('/', { schema: { body: { $ref: 'number#' } } }, (request) => request.body.n)
})
root.register(schemas).register(reading)
// @ts-expect-error this context lacks schemas.number (register the plugin "schemas" first)
root.register(reading)
