// One slice of load: what a request costs the server's process, in microseconds of CPU.

/** Resolves to the cost of a request and to how busy the server's core was, from 0 to 1. */
export async function measureSlice(host, load, milliseconds) {
  const before = await host.ask('usage')
  const started = performance.now()
  const requests = await load.runFor(milliseconds)
  const elapsed = (performance.now() - started) * 1000
  const used = (await host.ask('usage')) - before
  return { cost: used / requests, busy: used / elapsed }
}
