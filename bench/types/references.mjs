// Measures completions in a solution of projects that reference one another: one that every other needs, nine with fifty
// routes each, and one that registers them all and has the remaining fifty, the last of which are edited. It reads the
// declarations of the others, as editors do with `disableSourceOfProjectReferenceRedirect`.
//
//   node bench/types/references.mjs           # build first, dist is measured
//   node bench/types/references.mjs --check   # the same, and fails when the budget is missed: for a machine without other work
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './compile.mjs'
import { measureCompletions } from './completion.mjs'
import { contenders } from './contenders.mjs'
import { measureAnswers } from './language-server.mjs'

const projects = 10
const modulesEach = 5
const routesEach = 10
const budget = JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8')).references

const work = join(import.meta.dirname, '.build')
const { toModule } = contenders.find(({ name }) => name === 'espalier')
// A solution's sources are one folder deeper than those of a single project.
const framework = '../../../../dist/src/index.js'
const deeper = `../${framework}`
const last = projects - 1
const folderOf = (project) => `solution-${project}`
const importOfCore = `import { core } from '../../${folderOf('core')}/out/core.js'`

function writeProject(project, files, references) {
  const folder = join(work, folderOf(project))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'src'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'src', name), text)
  const compilerOptions = {
    rootDir: 'src',
    outDir: 'out',
    composite: true,
    disableSourceOfProjectReferenceRedirect: true,
    emitDeclarationOnly: true,
    rewriteRelativeImportExtensions: false,
    skipLibCheck: true,
    noUnusedLocals: false,
    noUnusedParameters: false
  }
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions,
    include: ['src'],
    references: references.map((name) => ({ path: `../${folderOf(name)}` }))
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
}

/** The modules of one project, by file. Each needs the plugin of the project `core`. */
function modulesOf(project) {
  const files = {}
  for (let index = project * modulesEach; index < (project + 1) * modulesEach; index++) {
    const numbers = Array.from({ length: routesEach }, (_, offset) => index * routesEach + offset)
    const text = toModule(`things${index}`, numbers)
      .replace(framework, deeper)
      .replace(', setup:', ', needs: [core], setup:')
    files[`things${index}.ts`] = `${importOfCore}\n${text}`
  }
  return files
}

function toMain() {
  const names = Array.from({ length: projects * modulesEach }, (_, index) => `things${index}`)
  const folder = (index) =>
    index < last * modulesEach ? `../../${folderOf(Math.floor(index / modulesEach))}/out` : '.'
  const imports = names.map((name, index) => `import { ${name} } from '${folder(index)}/${name}.js'`)
  return `import { espalier } from '${deeper}'
${importOfCore}
${imports.join('\n')}
export const app = espalier().register(core)
${names.map((name) => `app.register(${name})`).join('\n')}
`
}

function writeSolution() {
  const core = `import { shared } from '${deeper}'
export const core = shared({ name: 'core', setup: (app) => app.decorate('db', { find: (id: number) => String(id) }) })
`
  writeProject('core', { 'core.ts': core }, [])
  const others = Array.from({ length: last }, (_, project) => project)
  for (const project of others) writeProject(project, modulesOf(project), ['core'])
  writeProject(last, { ...modulesOf(last), 'main.ts': toMain() }, ['core', ...others])
}

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
writeSolution()
const build = [join(root, 'node_modules/typescript/bin/tsc'), '-b', join(work, folderOf(last))]
execFileSync(process.execPath, build, { stdio: 'inherit', timeout: 300_000 })

const file = `src/things${projects * modulesEach - 1}.ts`
const route = projects * modulesEach * routesEach - 1
const edited = [{ name: 'references', folder: join(work, folderOf(last)), file, route }]
const { milliseconds, elapsed, instantiations } = measureCompletions(edited).get('references')
const answer = (await measureAnswers(edited)).get('references')
console.table([
  {
    typescript: '5.9',
    'time, ms': Math.round(elapsed),
    budget: budget['5.9'],
    'CPU, ms': Math.round(milliseconds),
    instantiations
  },
  { typescript: '7', 'time, ms': Math.round(answer), budget: budget['7'] }
])
if (options.check && !(elapsed <= budget['5.9'] && answer <= budget['7'])) process.exitCode = 1
