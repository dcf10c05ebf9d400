// The app on a worker, compiled ahead. `/asked-by-call` has it asked there, as a function.
import * as compiled from '../../.build/runtimes/compiled.mjs'
import { toFetchHandler } from '../../dist/src/adapter/fetch/index.js'
import create from './app.mjs'
import { askAll } from './exchange.mjs'

const app = create({ compiled })
await app.ready()
const handle = toFetchHandler(app)

export default {
  async fetch(request, ...context) {
    if (!request.url.endsWith('/asked-by-call')) return handle(request, ...context)
    return Response.json(await askAll('http://127.0.0.1:80', handle))
  }
}
