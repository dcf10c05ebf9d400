/** The help desk's own description: its OpenAPI document, with a page of it. */
import { openapiPage } from '@espalier/kit/openapi-page'
import { shared } from 'espalier'

const info = { title: 'Help desk', version: '1.0.0' }

export const description = shared({
  name: 'description',
  setup: (app) => {
    app.register(openapiPage, { prefix: '/docs', document: { info } })
    return app
  }
})
