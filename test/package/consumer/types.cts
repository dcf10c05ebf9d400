import espalier = require('espalier')

export const app = espalier()
export const other: typeof app = espalier.espalier()

app.get('/hello/:name', async (request) => {
  const name: string = request.params.name
  return { hello: name }
})
