// A server's own process. It is told what to be by its arguments, says where it listens, and then answers questions about itself.
//
//   node --expose-gc host.mjs <module> '{"app":"small"}'   serves an application
//   node --expose-gc host.mjs <module> '{"inject":true}'   takes in-process calls instead
import { pathToFileURL } from 'node:url'

const [path, text] = process.argv.slice(2)
const { app, inject, ...options } = JSON.parse(text)

const contender = await import(pathToFileURL(path))
await contender.load?.(options)
const before = heap()
const started = process.cpuUsage()
const call = inject ? await contender.createInject() : undefined
const port = inject ? undefined : await contender.serve(app, options)
const boot = microseconds(process.cpuUsage(started))

const questions = {
  /** CPU time of this process so far, user and system, in microseconds. */
  usage: () => microseconds(process.cpuUsage()),
  /** Bytes in use after a full garbage collection. */
  heap,
  /** Calls in process, one after the other; answers what they cost in microseconds of CPU. */
  async inject({ path, calls }) {
    const start = process.cpuUsage()
    for (let i = 0; i < calls; i++) await call(path)
    return microseconds(process.cpuUsage(start))
  },
  /** The body that an in-process call answers. */
  answer: ({ path }) => call(path)
}

process.on('message', async ({ question, details }) => process.send({ answer: await questions[question](details) }))
process.on('disconnect', () => process.exit())
process.send({ port, boot, declared: heap().heap - before.heap })

function microseconds({ user, system }) {
  return user + system
}

function heap() {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, rss }
}
