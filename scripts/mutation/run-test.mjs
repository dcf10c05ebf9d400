// One test file in a process of its own, in the sandbox, with or without a mutant.
import { spawn } from 'node:child_process'
import { sandbox } from './sandbox.mjs'

const preload = ['fail-on-warning', 'mutation/observe'].flatMap((name) => ['--import', `./scripts/${name}.mjs`])
const flags = ['--no-warnings', '--unhandled-rejections=strict', ...preload]
const report = ['--test-reporter', './scripts/mutation/stop-at-failure.mjs', '--test-reporter-destination', 'stdout']

/**
 * Runs a compiled test file up to its first failure.
 * @returns how it ended, `passed`, `failed` or `timeout`, and how many milliseconds it took
 */
export function runTest(file, environment, timeLimit) {
  return new Promise((resolve) => {
    const started = performance.now()
    const child = spawn(process.execPath, [...flags, ...report, file], {
      cwd: sandbox,
      // `node --test` would tell the tests that they are some; so does this.
      env: { ...process.env, NODE_ENV: 'test', ...environment },
      stdio: 'ignore',
      // A group of its own, so that what a test has started ends with it.
      detached: true
    })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      endGroup(child.pid)
    }, timeLimit)
    child.on('close', (code) => {
      clearTimeout(timer)
      endGroup(child.pid)
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
