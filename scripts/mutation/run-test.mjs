// One test file in a process of its own, in the sandbox, with or without a mutant.
import { spawn } from 'node:child_process'
import { sandbox } from './sandbox.mjs'

const preload = ['fail-on-warning', 'mutation/observe'].flatMap((name) => ['--import', `./scripts/${name}.mjs`])
const flags = ['--no-warnings', '--unhandled-rejections=strict', ...preload]
// Each process gets seconds of the processor and no more, so that an endless loop ends even when nobody is left to end it.
const limited = ['/bin/sh', '-c', 'ulimit -t "$0" && exec "$@"']
const report = ['--test-reporter', './scripts/mutation/stop-at-failure.mjs', '--test-reporter-destination', 'stdout']

const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(1))
}
process.on('exit', () => {
  for (const pid of running) endGroup(pid)
})

/**
 * Runs a compiled test file up to its first failure.
 * @returns how it ended, `passed`, `failed` or `timeout`, and how many milliseconds it took
 */
export function runTest(file, environment, timeLimit) {
  return new Promise((resolve) => {
    const started = performance.now()
    const [shell, ...shellArguments] = [...limited, String(Math.ceil(timeLimit / 500)), process.execPath]
    const child = spawn(shell, [...shellArguments, ...flags, ...report, file], {
      cwd: sandbox,
      // `node --test` would tell the tests that they are some; so does this.
      env: { ...process.env, NODE_ENV: 'test', ...environment },
      stdio: 'ignore',
      // A group of its own, so that what a test has started ends with it.
      detached: true
    })
    running.add(child.pid)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      endGroup(child.pid)
    }, timeLimit)
    child.on('close', (code) => {
      clearTimeout(timer)
      endGroup(child.pid)
      running.delete(child.pid)
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
