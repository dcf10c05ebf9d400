// The other end of `in-process/main.mjs`: hands it mutants, and ends it when one does not come back.
import { startInSandbox } from './run-test.mjs'

const preload = ['./scripts/fail-on-warning.mjs', './scripts/mutation/in-process/hook.mjs']
const command = [
  '--no-warnings',
  ...preload.flatMap((path) => ['--import', path]),
  'scripts/mutation/in-process/main.mjs'
]
/** In seconds of the processor: far more than a whole run takes. */
const lifetime = 4 * 3600

const idle = []

/**
 * Runs the test files that may notice a mutant, in a process that has loaded them before.
 * @returns how it ended, by which test, and the files that could not judge it
 */
export async function judgeInProcess(mutant, tests) {
  const child =
    idle.pop() ?? startInSandbox(command, { seconds: lifetime, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const { isLost, by, undecided } = await ask(child, { id: mutant.id, tests })
  if (isLost) child.end()
  else idle.push(child)
  return { by, undecided }
}

/** Ends the processes, for the end of a run. */
export function endInProcess() {
  for (const child of idle.splice(0)) child.end()
}

function ask({ process: child }, question) {
  return new Promise((resolve) => {
    let timer
    const settle = (result) => {
      clearTimeout(timer)
      child.off('message', hear).off('exit', lose)
      resolve(result)
    }
    // Where a mutant takes the process with it, processes of its own judge.
    const lose = () => settle({ isLost: true, by: null, undecided: question.tests })
    const hear = (message) => {
      if (message.within === undefined) return settle(message)
      clearTimeout(timer)
      timer = setTimeout(lose, message.within + 10_000)
    }
    child.on('message', hear).on('exit', lose)
    child.send(question)
  })
}
