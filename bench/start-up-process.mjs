// Boots one application and prints what that cost this process: CPU of the imports, of the declarations and `ready()`, and of a first call, and
// the bytes of memory that the application holds once it is ready.
//
//   node --expose-gc start-up-process.mjs <fastify | espalier> <routes> <schemas | plain> '<options>' [<a module of `espalier compile`>]
import { bodyOf, declareRoutes } from './start-up-application.mjs'

const [module, routes, kind, options, compiled] = process.argv.slice(2)

let start = process.cpuUsage()
const { default: create } = await import(module === 'espalier' ? '../dist/src/index.js' : module)
const imports = total(start)
const before = heap()

start = process.cpuUsage()
const app = create({ ...JSON.parse(options), ...(compiled && { compiled: await import(compiled) }) })
declareRoutes(app, Number(routes), kind)
await app.ready()
const boot = total(start)
const held = heap() - before

start = process.cpuUsage()
await app.inject({ method: 'POST', url: '/resource-0/items', payload: bodyOf(0) })
console.log(JSON.stringify({ imports, boot, first: total(start), heap: held }))

/** In microseconds. */
function total(since) {
  const { user, system } = process.cpuUsage(since)
  return user + system
}

function heap() {
  for (let i = 0; i < 5; i++) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
