// A server whose handler takes 2 ms of a core; with the argument `bound`, `overload` of the kit stands before it.
import { overload } from '@espalier/kit'
import { espalier } from 'espalier'

const app = espalier({ logger: false })
if (process.argv[2] === 'bound') app.register(overload)
app.get('/', () => {
  const { user, system } = process.cpuUsage()
  for (let now = process.cpuUsage(); now.user + now.system - user - system < 2000; now = process.cpuUsage());
  return 'done'
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
