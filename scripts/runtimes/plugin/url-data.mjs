import urlData from '@fastify/url-data'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(urlData)
  app.get('/one/:two', async (request) => {
    const { path, query, host } = request.urlData()
    return { path, query, host }
  })
  return app
}

export const talk = (ask) => ask('/one/two?a=b%20c')
