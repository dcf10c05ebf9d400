import espalier, { espalier as named } from 'espalier'
import bearerAuth from 'espalier/bearer-auth'
import { type StandardSchema, standardSchema } from 'espalier/standard-schema'

export const app = espalier()
export const other: typeof app = named()

app.get('/hello/:name', async (request) => {
  const name: string = request.params.name
  // @ts-expect-error the path declares no such parameter
  request.params.surname
  return { hello: name }
})
app.register(bearerAuth, { keys: ['token'] })
// @ts-expect-error keys are strings
app.register(bearerAuth, { keys: [1] })

declare const title: StandardSchema<{ title: string }>
app.withTypeProvider(standardSchema()).post('/titles', { schema: { body: title } }, (request) => {
  const text: string = request.body.title
  // @ts-expect-error the schema has no such field
  request.body.author
  return text
})
