// `npm run documents -- FOLDER`: every OpenAPI document of a folder (JSON and YAML) on its way to endpoints and back. For each: is a module written, or
// with which sentence is it refused; does the module compile on both compilers without a name that is not used; does an application of it start; is the
// document of that application the one that was read. At the end the reasons, counted by cause. What is written stays in .build/documents.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import process from 'node:process'
import { root, run, tsc5, tsc7 } from './project.mjs'

const [given] = process.argv.slice(2)
if (given === undefined) {
  console.error('Which folder of documents? npm run documents -- FOLDER')
  process.exit(2)
}
const out = join(root, '.build/documents', basename(resolve(given)))
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
/** Node, with the memory that the largest of public documents take. */
const within = (...args) => [process.execPath, '--max-old-space-size=3000', ...args]

const documents = []
for (const name of readdirSync(resolve(given)).sort())
  if (/\.(?:json|ya?ml)$/.test(name)) documents.push(await read(join(resolve(given), name), documents.length))
for (const [version, tsc] of Object.entries({ 5.9: tsc5, 7: tsc7 }))
  for (const batch of batched(documents.filter(({ module }) => module !== undefined)))
    await compile(version, tsc, batch)
tell()

/** Writes the module of one document, and asks another process what becomes of it. */
async function read(file, at) {
  const [name, module, report] = [basename(file), join(out, `m${at}.ts`), join(out, `m${at}.report.json`)]
  const written = await run(within('dist/src/command.js', 'endpoints', file, '--out', module))
  if (written.code !== 0)
    return {
      name,
      file,
      refused: written.code === 2 ? written.output.trim() : `exit ${written.code}: ${written.output}`
    }
  const said = await run(within('scripts/documents/judge.mjs', file, module, report))
  const verdict = said.code === 0 ? JSON.parse(readFileSync(report, 'utf8')) : { boots: false, why: said.output }
  return { name, file, module, operations: operationsIn(module), errors: {}, ...verdict }
}

function operationsIn(module) {
  return (readFileSync(module, 'utf8').match(/^export const .* = endpoint\(/gm) ?? []).length
}

/** Modules that are compiled at once: compilers take more memory than the text has characters. */
function batched(written) {
  const batches = []
  let size = Number.POSITIVE_INFINITY
  for (const document of written) {
    const own = statSync(document.module).size
    if (size + own > 3_000_000) batches.push([])
    size = size + own > 3_000_000 ? own : size + own
    batches.at(-1).push(document)
  }
  return batches
}

async function compile(version, tsc, batch) {
  const config = join(out, 'tsconfig.json')
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true, noUnusedLocals: true },
    ...{ target: 'es2023', module: 'nodenext', verbatimModuleSyntax: true, types: [] }
  }
  writeFileSync(config, JSON.stringify({ compilerOptions, files: batch.map(({ module }) => module) }))
  const { code, output } = await run([tsc[0], '--max-old-space-size=6000', ...tsc.slice(1), '-p', config])
  const found = output.split('\n').filter((line) => /error TS\d+/.test(line))
  for (const document of batch)
    document.errors[version] = found.filter((line) => line.includes(`${basename(document.module)}(`))
  const isPlaced = batch.some(({ errors }) => errors[version].length > 0)
  if (code !== 0 && !isPlaced) for (const document of batch) document.errors[version] = [output.slice(-300)]
}

function tell() {
  console.log('| document | operations | written | TypeScript 5.9 | 7 | starts | the same |')
  console.log('|---|--:|---|---|---|---|---|')
  for (const { name, refused, operations, errors, boots, differs } of documents)
    console.log(
      refused === undefined
        ? `| ${[name, operations, 'yes', mark(errors['5.9']), mark(errors['7']), boots ? 'yes' : 'no', boots && !differs ? 'yes' : 'no'].join(' | ')} |`
        : `| ${name} | | refused | | | | |`
    )
  const reasons = documents.flatMap((document) => reasonsOf(document).map((reason) => [document, ...reason]))
  console.log('')
  for (const [{ name }, what, why] of reasons) console.log(`${name}: ${what}: ${why}`)
  const written = documents.filter(({ refused }) => refused === undefined)
  const whole = written.filter((document) => reasonsOf(document).length === 0)
  console.log(
    `\n${documents.length} documents, ${written.length} written, ${whole.length} of them compile, start and are the same.\n`
  )
  console.log('| cause | documents |\n|---|--:|')
  for (const [cause, count] of counted(reasons)) console.log(`| ${cause} | ${count} |`)
}

function mark(errors) {
  return errors.length === 0 ? 'yes' : `${errors.length} errors`
}

/** Where a document stopped, and the sentence of it. */
function reasonsOf({ refused, errors = {}, boots, why, differs }) {
  if (refused !== undefined) return [['refused', refused]]
  const compiled = Object.entries(errors).filter(([, found]) => found.length > 0)
  return [
    ...compiled.map(([version, [first]]) => [`TypeScript ${version}`, first]),
    ...(boots ? [] : [['does not start', why]]),
    ...(differs === undefined ? [] : [['is another document', differs]])
  ]
}

/** Reasons without their files, places and names: those that are left alike have one cause. */
function counted(reasons) {
  const counts = new Map()
  for (const [{ file }, what, why] of reasons) {
    const sentence = what.startsWith('Type') ? /error (TS\d+)/.exec(why)?.[1] : why.replaceAll(file, 'The document')
    const cause = `${what}: ${(sentence ?? why).replaceAll(/'[^']*'/g, '…').replaceAll(/(?: at)? \S+(?: → \S+)+/g, '')}`
    const short =
      what === 'is another document' ? what : cause.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 200)
    counts.set(short, (counts.get(short) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)
}
