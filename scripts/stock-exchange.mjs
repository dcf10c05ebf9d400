// Preloaded, this makes every application of the process use Node's own request and response, and in-process calls too, as where a tracer was there first.
import { ServerResponse } from 'node:http'

process.env.ESPALIER_EXCHANGE = 'stock'

const { end } = ServerResponse.prototype
ServerResponse.prototype.end = function (...args) {
  return end.apply(this, args)
}
