import espalier = require('espalier')

import { bearerAuth } from 'espalier/bearer-auth'

export const app = espalier()
export const other: typeof app = espalier.espalier()

app.get('/hello/:name', async (request) => {
  const name: string = request.params.name
  return { hello: name }
})
app.register(bearerAuth, { keys: ['token'] })
