// The app whose exchanges hold the adapters together.
import { declare } from '../../.build/test/http/transport/routes.js'
import { espalier } from '../../dist/src/index.js'
import { declareRaw } from './raw.mjs'

export default function create(options = {}) {
  const app = espalier({ exposeErrors: false, ...options })
  declare(app)
  declareRaw(app)
  return app
}
