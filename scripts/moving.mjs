// `npm run moving -- CHECKOUT`: what the compiler says of an application of Fastify's before and after its imports name `espalier/fastify-types`. The
// checkout must be installed; nothing in it is changed. Given a checkout of Fastify itself, its type tests run against the entry. `--project FILE` names
// another tsconfig.json, and `--show` prints the errors that are new. docs/moving.md has the figures.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { root, run } from './project.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { project: { type: 'string', default: 'tsconfig.json' }, show: { type: 'boolean', default: false } }
})
const [checkout] = positionals.map((path) => resolve(path))
if (checkout === undefined || !existsSync(join(checkout, 'node_modules'))) {
  console.error('Name the folder of an application, with its dependencies installed: npm run moving -- CHECKOUT')
  process.exit(2)
}

const entry = 'espalier/fastify-types'
const { name } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
const isFastify = name === 'fastify'
const sources = /\.[cm]?tsx?$/
/** Where a module is named: `from`, `import()`, `require()` and `import` alone, and not `declare module`. */
const named = isFastify
  ? /(\bfrom\s+|\bimport\s*\(\s*|\brequire\s*\(\s*)(['"])(?:\.\.\/)+fastify(?:\.js)?\2/g
  : /(\bfrom\s+|\bimport\s*\(\s*|\brequire\s*\(\s*|^import\s+)(['"])fastify\2/gm

const home = mkdtempSync(join(tmpdir(), 'espalier-moving-'))
try {
  layOut()
  const before = await errorsOf()
  const files = change(home)
  const after = await errorsOf()
  console.log(`${basename(checkout)}: ${files} files changed; ${before.summary} before, ${after.summary} after`)
  if (options.show) for (const line of after.lines) if (!before.lines.includes(line)) console.log(line)
} finally {
  rmSync(home, { recursive: true })
}

/** A copy of the sources beside what is installed, with the package as npm would put it there: the types of Fastify are the application's own. */
function layOut() {
  const isCopied = (path) => !/[\\/](node_modules|\.git)$/.test(path)
  cpSync(checkout, home, { recursive: true, filter: isCopied })
  const modules = join(home, 'node_modules')
  mkdirSync(modules)
  for (const found of readdirSync(join(checkout, 'node_modules')))
    link(join(checkout, 'node_modules', found), join(modules, found))
  if (isFastify) link(home, join(modules, 'fastify'))
  const own = join(modules, 'espalier')
  for (const part of ['dist', 'package.json']) cpSync(join(root, part), join(own, part), { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const dependency of Object.keys(dependencies))
    link(join(root, 'node_modules', dependency), join(own, 'node_modules', dependency))
}

function link(target, path) {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true, recursive: true })
  symlinkSync(target, path, 'junction')
}

/** Names the entry in every file; returns how many have changed. */
function change(folder) {
  let count = 0
  for (const found of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, found.name)
    if (found.isDirectory() && found.name !== 'node_modules') count += change(path)
    if (!found.isFile() || !sources.test(found.name)) continue
    const text = readFileSync(path, 'utf8')
    const changed = text.replace(named, (_, before, quote) => `${before}${quote}${entry}${quote}`)
    if (changed === text) continue
    writeFileSync(path, changed)
    count++
  }
  return count
}

async function errorsOf() {
  const tool = (path) => [process.execPath, join(home, 'node_modules', path)]
  if (isFastify) {
    const { output } = await run(tool('tstyche/dist/bin.js'), { cwd: home })
    return {
      summary:
        stripVTControlCharacters(output)
          .match(/^Assertions:.*/m)?.[0]
          .toLowerCase() ?? output,
      lines: output.match(/^(Error|fail).*/gm) ?? []
    }
  }
  const { output } = await run(
    [...tool('typescript/bin/tsc'), '-p', options.project, '--noEmit', '--pretty', 'false'],
    { cwd: home }
  )
  const lines = output.match(/^.*error TS.*$/gm) ?? []
  return { summary: `${lines.length} errors`, lines }
}
