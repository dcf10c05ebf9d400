/** A Redis of its own in a folder, which may be stopped and held. */
import { spawn } from 'node:child_process'
import { freePort } from './port.mjs'
import { bound, stopped, untilListening } from './process.mjs'
import { tool } from './tool.mjs'

export async function startRedis(folder) {
  const port = await freePort()
  // Each write is on the disk before it is answered, so a restart forgets nothing.
  const words = [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--appendonly',
    'yes',
    '--appendfsync',
    'always'
  ]
  let child
  const start = async () => {
    child = bound(spawn(tool('redis-server'), words.map(String), { stdio: 'ignore' }))
    await untilListening(port)
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop: () => stopped(child),
    /** Leaves connections open, and answers nothing until `resume`. */
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT')
  }
}
