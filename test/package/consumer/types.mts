import espalier, { espalier as named } from 'espalier'

export const app = espalier()
export const other: typeof app = named()

app.get('/hello/:name', async (request) => {
  const name: string = request.params.name
  // @ts-expect-error the path declares no such parameter
  request.params.surname
  return { hello: name }
})
