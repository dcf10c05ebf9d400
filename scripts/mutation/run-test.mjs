// One test file in a process of its own, in the sandbox, with or without a mutant.
import { spawn } from 'node:child_process'
import { sandbox } from './sandbox.mjs'

const preload = ['fail-on-warning', 'mutation/observe'].flatMap((name) => ['--import', `./scripts/${name}.mjs`])
const flags = ['--no-warnings', '--unhandled-rejections=strict', ...preload]
const report = ['--test-reporter', './scripts/mutation/stop-at-failure.mjs', '--test-reporter-destination', 'stdout']

const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(1))
}
process.on('exit', () => {
  for (const pid of running) endGroup(pid)
})

/**
 * Starts Node in the sandbox, in a process group that ends with `end` or with this process.
 * @param seconds of the processor that each process of the group gets: an endless loop ends even when nobody is left to end it
 */
export function startInSandbox(args, { seconds, stdio = 'ignore', environment = {} }) {
  const limited = ['-c', 'ulimit -t "$0" && exec "$@"', String(seconds), process.execPath, ...args]
  // `node --test` would tell the tests that they are some; so does this.
  const env = { ...process.env, NODE_ENV: 'test', ...environment }
  const child = spawn('/bin/sh', limited, { cwd: sandbox, env, stdio, detached: true })
  const { pid } = child
  running.add(pid)
  return {
    process: child,
    end() {
      endGroup(pid)
      running.delete(pid)
    }
  }
}

/**
 * Runs a compiled test file up to its first failure.
 * @returns how it ended, `passed`, `failed` or `timeout`, and how many milliseconds it took
 */
export function runTest(file, environment, timeLimit) {
  return new Promise((resolve) => {
    const started = performance.now()
    const child = startInSandbox([...flags, ...report, file], { environment, seconds: Math.ceil(timeLimit / 500) })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.end()
    }, timeLimit)
    child.process.on('close', (code) => {
      clearTimeout(timer)
      child.end()
      resolve({ end: isLate ? 'timeout' : code === 0 ? 'passed' : 'failed', milliseconds: performance.now() - started })
    })
  })
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody of the group is left.
  }
}
