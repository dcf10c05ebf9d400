// `npm run docs-tasks -- make FOLDER` writes the tasks, each with the files that it starts from, and the documents that a reader may have: nothing else.
// `npm run docs-tasks -- check FOLDER` judges what a reader made of them, and ends with 1 where fewer than 18 are solved. `npm run docs-tasks -- prove` shows
// that each check can fail and can pass: the start compiles and fails, the solution passes.
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { home, judge, taskNames } from './judge.mjs'

const [command, folder = ''] = process.argv.slice(2)
const goal = 18
const commands = { make, check, prove }
if (!Object.hasOwn(commands, command ?? '') || (command === 'prove') !== (folder === '')) {
  console.error('Usage: npm run docs-tasks -- make <folder> | check <folder> | prove')
  process.exit(2)
}

function make() {
  for (const task of taskNames) {
    cpSync(join(home, task, 'start'), join(folder, task), { recursive: true })
    cpSync(join(home, task, 'task.md'), join(folder, task, 'task.md'))
  }
  cpSync(join(home, '../../../packages/docs/dist'), join(folder, 'documents'), { recursive: true })
  return true
}

async function check() {
  const attempts = taskNames.map((task) => ({ task, folder: join(folder, task) }))
  const there = attempts.filter((attempt) => existsSync(attempt.folder))
  const faults = await judge(there)
  const faultOf = new Map(there.map(({ task }, index) => [task, faults[index]]))
  const solved = there.filter(({ task }) => faultOf.get(task) === undefined).length
  for (const task of taskNames) console.log(lineOf(task, faultOf.has(task) ? faultOf.get(task) : 'is not there'))
  console.log(`${solved} of ${taskNames.length} are solved; the goal is ${goal}`)
  return solved >= goal
}

async function prove() {
  const attempts = taskNames.flatMap((task) => ['start', 'solution'].map((part) => ({ task, part })))
  const faults = await judge(attempts.map(({ task, part }) => ({ task, folder: join(home, task, part) })))
  const wrong = attempts.flatMap(({ task, part }, index) => {
    const fault = faults[index]
    if (part === 'solution') return fault === undefined ? [] : [lineOf(`${task}: its solution`, fault)]
    if (fault === undefined) return [`${task}: its start passes the check`]
    return /error TS/.test(fault) ? [lineOf(`${task}: its start`, fault)] : []
  })
  console.log([...wrong, `${taskNames.length} tasks, ${wrong.length} faults`].join('\n'))
  return wrong.length === 0
}

const lineOf = (task, fault) =>
  fault === undefined ? `✔ ${task}` : `✖ ${task}\n    ${fault.replaceAll('\n', '\n    ')}`

// A solution that leaves something open keeps no process.
process.exit((await commands[command]()) ? 0 : 1)
