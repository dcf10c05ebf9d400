// `node bench/overload.mjs`: what a server with a handler of 2 ms answers under one, two and three times what it can do, with `overload` of the kit and
// without. The server has one core, the load the other (`taskset`, of Debian's util-linux). Rates are in requests a second.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const seconds = 8
const here = new URL('overload/', import.meta.url)
const run = (core, file, ...args) =>
  spawn('taskset', ['-c', `${core}`, process.execPath, new URL(file, here).pathname, ...args], {
    stdio: ['ignore', 'pipe', 'inherit']
  })

/** Serves for as long as `work` takes. */
async function serving(kind, work) {
  const server = run(0, 'server.mjs', kind)
  const [line] = await once(server.stdout.setEncoding('utf8'), 'data')
  try {
    return await work(String(line).trim())
  } finally {
    server.kill()
    await once(server, 'close')
  }
}

async function measure(kind, rate) {
  return serving(kind, async (origin) => {
    const load = run(1, 'load.mjs', origin, `${rate}`, `${seconds}`)
    const [text] = await once(load.stdout.setEncoding('utf8'), 'data')
    return JSON.parse(String(text))
  })
}

/** The most that a server without a bound answers within a second. */
let best = 0
for (const rate of [400, 450, 475, 500, 525]) best = Math.max(best, (await measure('free', rate)).good)
console.log(`the best of a server without a bound: ${Math.round(best)} a second`)
console.log('| load | server | answered within 1 s | of the best | p50 | p99 | refused | lost |')
console.log('|--:|---|--:|--:|--:|--:|--:|--:|')
for (const times of [0.8, 1, 2, 3])
  for (const kind of ['free', 'bound']) {
    const { good, p50, p99, refused, lost } = await measure(kind, Math.round(best * times))
    const name = kind === 'bound' ? 'with `overload`' : 'without'
    console.log(
      `| ${times} × | ${name} | ${Math.round(good)} | ${Math.round((good / best) * 100)} % | ${p50} ms | ${p99} ms | ${Math.round(refused)} | ${Math.round(lost)} |`
    )
  }
