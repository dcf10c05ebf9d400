// Preloaded, this makes every application of the process use Node's own request and response, as a tracer does that was there first.
import { ServerResponse } from 'node:http'

const { end } = ServerResponse.prototype
ServerResponse.prototype.end = function (...args) {
  return end.apply(this, args)
}
