// Decides whether a task is solved: its files compile, and its check passes on what they compile to.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, run, tsc7 } from '../../scripts/project.mjs'

export const home = join(root, 'bench/docs/tasks')

/** The names of all tasks, in their order. */
export const taskNames = readdirSync(home).sort()

/** The settings that the README gives. */
const compilerOptions = {
  module: 'nodenext',
  target: 'es2023',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
  rewriteRelativeImportExtensions: true,
  rootDir: 'in',
  outDir: 'out'
}

/** How long a check may take, in milliseconds. */
const patience = 60_000

/**
 * Judges folders with the files of tasks.
 * @param attempts a folder for each attempt, with the name of its task
 * @returns what is wrong with each attempt, in their order: the compiler's or the check's words, or undefined
 */
export async function judge(attempts) {
  // Below the repository, whose packages it finds.
  const place = mkdtempSync(join(root, '.build/docs-tasks-'))
  try {
    for (const [index, { folder }] of attempts.entries()) copySources(folder, join(place, `in/${index}`))
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['in'] }))
    const [node, compiler] = tsc7
    const { output } = await run([node, join(root, compiler), '-p', '.', '--pretty', 'false'], { cwd: place })
    const faults = []
    for (const [index, { task }] of attempts.entries()) faults.push(await faultOf(task, index, place, output))
    return faults
  } finally {
    rmSync(place, { recursive: true })
  }
}

function copySources(from, to) {
  const isOwn = (path) => !path.includes('node_modules') && !path.endsWith('task.md')
  cpSync(from, to, { recursive: true, filter: isOwn })
}

async function faultOf(task, index, place, output) {
  const refused = output.split(/\n(?=\S)/).filter((line) => line.startsWith(`in/${index}/`))
  if (refused.length > 0) return refused.join('\n')
  const folder = join(place, `out/${index}`)
  const fileOf = (path) => join(place, `in/${index}`, path)
  const { default: check } = await import(pathToFileURL(join(home, task, 'check.mjs')).href)
  const parts = {
    folder,
    load: (path) => import(pathToFileURL(join(folder, path.replace(/\.ts$/, '.js'))).href),
    read: (path) => (existsSync(fileOf(path)) ? readFileSync(fileOf(path), 'utf8') : '')
  }
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the check did not end within ${patience / 1000} s`)), patience)
  })
  try {
    await Promise.race([check(parts), late])
  } catch (error) {
    return `${error.message}`
  } finally {
    clearTimeout(timer)
  }
}
