/** `npm start observability`, with OTEL_EXPORTER_OTLP_ENDPOINT for a collector. */
// First, as imports are evaluated in order. `node --import ./tracing.js main.js` does the same for a program that knows nothing of it.
import './tracing.ts'

import { createShop } from './app.ts'
import { flush } from './tracing.ts'

const app = createShop()
app.addHook('onClose', flush)
const address = await app.listen({
  port: Number(process.env.PORT ?? 3000),
  host: '127.0.0.1',
  closeOn: ['SIGINT', 'SIGTERM']
})
console.log(`The shop is open at ${address}. Ask it for an order, and look at the trace:
  curl -H 'authorization: Bearer of-ada' ${address}/orders/7
Ctrl+C closes it, and sends what is left.`)
