import espalier, { espalier as named } from 'espalier'
import bearerAuth from 'espalier/bearer-auth'

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
