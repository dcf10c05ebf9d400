// Holds `espalier/fastify-types` to the entry of Fastify that it takes the place of: every way to import it, under every kind of project, compiles
// where Fastify's does and is refused where Fastify's is, and what compiles runs alike. And every entry is found by compilers that know no `exports`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, tsc5, tsc7 } from '../../scripts/project.mjs'

const compilers = { 5.9: tsc5, 7: tsc7 }
const entries = ['fastify', 'espalier/fastify-types']
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Ways to import a factory, its types and its values; each program keeps an app. */
const forms = {
  default: (entry) => `import make from '${entry}'\nconst app = make()`,
  named: (entry) =>
    `import { fastify as make, type FastifyInstance } from '${entry}'\nconst app: FastifyInstance = make()`,
  both: (entry) => `import make, { errorCodes, type FastifyInstance, LogController } from '${entry}'
const app: FastifyInstance = make({ logController: new LogController() })
console.log(typeof errorCodes.FST_ERR_NOT_FOUND)`,
  property: (entry) => `import Fastify from '${entry}'
const app = Fastify.fastify()
console.log(typeof Fastify.default, typeof Fastify.errorCodes)`,
  space: (entry) => `import make from '${entry}'\nconst app: make.FastifyInstance = make()`,
  required: (entry) => `import make = require('${entry}')\nconst app: make.FastifyInstance = make()`,
  star: (entry) => `import * as make from '${entry}'\nconst app = make()`,
  starred: (entry) => `import * as Fastify from '${entry}'
const app: Fastify.FastifyInstance = Fastify.fastify()
console.log(typeof Fastify.default)`,
  deferred: (entry) => `import type { FastifyInstance } from '${entry}'
const app: PromiseLike<FastifyInstance> = import('${entry}').then((all) => all.fastify())`
}

const ending = `
export const running = Promise.resolve(app).then(async (made) => {
  made.get('/', async (request) => request.url)
  console.log((await made.inject('/')).body)
})
`

/** Runs the programs that it is told one after another, and tells what each has printed, or where it failed. */
const runner = `const outcomes = {}
let printed = ''
console.log = (...words) => { printed += words.join(' ') + '\\n' }
for (const form of process.argv.slice(2)) {
  printed = ''
  try {
    const made = await import('./out/' + form + '.js')
    await (made.running ?? made.default.running)
  } catch (error) {
    printed += String(error).split('\\n')[0]
  }
  outcomes[form] = printed
}
process.stdout.write(JSON.stringify(outcomes))
`

/** Kinds of projects: by `type` of package.json, and what the compiler is told. TypeScript 7 has left `node10` behind. */
const projects = [
  { type: 'commonjs', only: '5.9', module: 'commonjs', moduleResolution: 'node10', esModuleInterop: true },
  { type: 'commonjs', only: '5.9', module: 'commonjs', moduleResolution: 'node10', esModuleInterop: false },
  { type: 'module', only: '5.9', module: 'es2022', moduleResolution: 'node10', esModuleInterop: true },
  { type: 'commonjs', module: 'node16', moduleResolution: 'node16', esModuleInterop: true },
  { type: 'commonjs', module: 'node16', only: '5.9', moduleResolution: 'node16', esModuleInterop: false },
  { type: 'module', module: 'node16', moduleResolution: 'node16' },
  { type: 'commonjs', module: 'nodenext', moduleResolution: 'nodenext' },
  { type: 'module', module: 'nodenext', moduleResolution: 'nodenext' },
  { type: 'module', module: 'esnext', moduleResolution: 'bundler' }
]

/** Resolves to a sentence for each difference. The project has the package installed, and Fastify. */
export async function checkMoved(project) {
  const faults = []
  for (const [index, { type, only, ...options }] of projects.entries()) {
    for (const version of Object.keys(compilers).filter((name) => only === undefined || name === only)) {
      const folderOf = (at) => join(project, 'moved', `${index}-${version}-${at}`)
      const all = entries.map((entry, at) => outcomesOf(folderOf(at), { type, options, version, entry }))
      const [theirs, ours] = await Promise.all(all)
      const kind = JSON.stringify({ typescript: version, type, ...options })
      // What Fastify's own entry refuses, such as its types as members of the default import, may well compile.
      const works = Object.keys(forms).filter((form) => theirs[form].endsWith('/\n'))
      if (works.length < 5) faults.push(`${kind}: of Fastify's own entry only ${works} work`)
      for (const form of works) {
        if (theirs[form] !== ours[form]) faults.push(`espalier/fastify-types, ${form}, ${kind}: ${ours[form]}`)
      }
    }
  }
  return [...faults, ...(await checkOldResolution(project))]
}

/** What a form comes to in a project: the codes of the compiler, or what the program prints. */
async function outcomesOf(folder, { type, options, version, entry }) {
  mkdirSync(folder, { recursive: true })
  const compilerOptions = { target: 'es2022', strict: true, skipLibCheck: true, types: ['node'], outDir: 'out' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }))
  const settings = { compilerOptions: { ...compilerOptions, ...options }, include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  writeFileSync(join(folder, 'run.mjs'), runner)
  for (const [name, form] of Object.entries(forms)) writeFileSync(join(folder, `${name}.ts`), form(entry) + ending)
  const { output } = await compile(version, folder)
  const outcomes = {}
  for (const name of Object.keys(forms)) {
    const codes = [...output.matchAll(new RegExp(`^${name}\\.ts\\(.*error (TS\\d+)`, 'gm'))].map(([, code]) => code)
    if (codes.length > 0) outcomes[name] = codes.join(' ')
  }
  const compiled = Object.keys(forms).filter((name) => !(name in outcomes))
  const ran = await run([process.execPath, 'run.mjs', ...compiled], { cwd: folder })
  return { ...outcomes, ...JSON.parse(ran.output) }
}

function compile(version, folder) {
  const [node, script] = compilers[version]
  return run([node, join(root, script), '-p', '.', '--pretty', 'false'], { cwd: folder })
}

/** Resolves to a sentence where the compiler does not say that Fastify's types are missing. The project does not have them. */
export async function checkWithoutFastify(project) {
  const folder = join(project, 'without')
  mkdirSync(folder, { recursive: true })
  const compilerOptions = { module: 'nodenext', target: 'es2022', strict: true, skipLibCheck: true, noEmit: true }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  writeFileSync(
    join(folder, 'app.ts'),
    "import Fastify from 'espalier/fastify-types'\nvoid Fastify({ logger: true })\n"
  )
  const faults = []
  for (const version of Object.keys(compilers)) {
    const { output } = await compile(version, folder)
    const says = output.includes('npm install --save-dev fastify')
    if (!says) faults.push(`espalier/fastify-types without Fastify, TypeScript ${version} says ${output}`)
  }
  return faults
}

/** Every entry, by a compiler that looks for files beside `package.json`. */
async function checkOldResolution(project) {
  const folder = join(project, 'old')
  const names = Object.keys(manifest.exports).filter((name) => !name.endsWith('.json'))
  const program = names
    .map((name, at) => `import * as entry${at} from '${name.replace('.', manifest.name)}'\nexport { entry${at} }\n`)
    .join('')
  mkdirSync(folder, { recursive: true })
  const compilerOptions = {
    target: 'es2022',
    module: 'commonjs',
    moduleResolution: 'node10',
    strict: true,
    skipLibCheck: true,
    noEmit: true
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  writeFileSync(join(folder, 'all.ts'), program)
  const { output } = await compile('5.9', folder)
  return output === '' ? [] : [`moduleResolution node10: ${output}`]
}
