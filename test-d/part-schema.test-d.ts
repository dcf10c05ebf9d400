// What may be the schema of a part: schemas, fields by name, and what own compilers read.
import { endpoint, endpoints, espalier, Type } from 'espalier'
import { z } from 'zod'

const app = espalier()
const named = app.addSchema(Type.Object({ a: Type.String() }, { $id: 'named' }))
interface Described {
  type: string
  properties: { a: { type: string } }
}

app.post(
  '/',
  { schema: { body: Type.Unknown(), querystring: {}, headers: Type.Object({ a: Type.String() }) } },
  () => null
)
app.post('/', { schema: { body: { a: Type.String(), b: { type: 'string' }, c: true } } }, () => null)
app.post('/', { schema: { body: { type: 'object', required: ['a'], properties: { a: true } } } }, () => null)
app.post('/', { schema: { body: {} as Described } }, () => null)
app.post('/', { schema: { body: {} as object } }, () => null)
app.post('/', { schema: { body: { content: { 'text/plain': { schema: { type: 'string' } } } } } }, () => null)
app.post('/', { schema: { body: z.object({ a: z.string() }) } }, () => null)
named.post('/', { schema: { body: { $ref: 'named#' } } }, ({ body }) => body.a)
endpoint('POST /', { body: { a: Type.String() }, query: { type: 'object' } })

// @ts-expect-error the name of a type is no schema
app.post('/', { schema: { body: { a: 'string' } } }, () => null)
// @ts-expect-error the name of a type is no schema, beside one that is
app.get('/', { schema: { querystring: { a: 'string', b: Type.String() } } }, () => null)
// @ts-expect-error the name of a type is no schema
app.get('/:id', { schema: { params: { id: 'integer' } } }, () => null)
// @ts-expect-error the name of a type is no schema
app.get('/', { schema: { headers: { a: 'string' } }, handler: () => null })
// @ts-expect-error the name of a type is no schema
app.route({ method: 'POST', url: '/', schema: { body: { a: 'string' } }, handler: () => null })
// @ts-expect-error the name of a type is no schema
endpoint('POST /', { body: { a: 'string' } })
// @ts-expect-error the name of a type is no schema
endpoints('/a', {}, { add: ['POST /', { body: { a: 'string' } }] })
