// Preloaded into a document's program: whatever port it asks for, it gets a free one on the loopback address and tells it
// to the test. The reader sees `port: 3000`; two programs still never meet.
import { type AddressInfo, type ListenOptions, Server } from 'node:net'

const listen = Server.prototype.listen

Server.prototype.listen = function listenAnywhere(this: Server, ...given: unknown[]) {
  const options: ListenOptions = typeof given[0] === 'object' && given[0] !== null ? given[0] : {}
  this.once('listening', () => process.send?.((this.address() as AddressInfo).port))
  const callback = given.find((value) => typeof value === 'function')
  return listen.call(this, { ...options, port: 0, host: '127.0.0.1' }, callback as (() => void) | undefined)
}
