// Boots one application and prints what that cost this process: CPU of the imports, of the declarations and `ready()`, and of a first call.
//
//   node start-up-process.mjs <fastify | espalier> <routes> <schemas | plain> '<options>' [<a module of `espalier compile`>]
import { bodyOf, declareRoutes } from './start-up-application.mjs'

const [module, routes, kind, options, compiled] = process.argv.slice(2)

const steps = { imports: process.cpuUsage() }
const { default: create } = await import(module === 'espalier' ? '../dist/src/index.js' : module)
steps.boot = process.cpuUsage()
const app = create({ ...JSON.parse(options), ...(compiled && { compiled: await import(compiled) }) })
declareRoutes(app, Number(routes), kind)
await app.ready()
steps.first = process.cpuUsage()
await app.inject({ method: 'POST', url: '/resource-0/items', payload: bodyOf(0) })
steps.end = process.cpuUsage()

const names = Object.keys(steps)
const costs = names.slice(0, -1).map((name, index) => [name, total(steps[names[index + 1]]) - total(steps[name])])
console.log(JSON.stringify(Object.fromEntries(costs)))

function total({ user, system }) {
  return user + system
}
