// `npm run way-back`: large public documents of the registry, from document to endpoints and from an app of these to a document again, which must be the
// same in the normal form of packages/openapi-import/src/normal-form.ts. What is written is compiled, and every endpoint implemented.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { implementedDocument } from './documents/implemented.mjs'
import { root, run, tsc5, tsc7 } from './project.mjs'
import { createMergePatch, readDocument, toNormalForm } from './source.mjs'

/** Packages and the documents in them. */
const documents = {
  realworld: [undefined, 'examples/realworld/openapi.yml'],
  github: ['@octokit/openapi@23.0.2', 'generated/api.github.com.json'],
  figma: ['@figma/rest-api-spec@0.43.0', 'openapi/openapi.yaml'],
  blockfrost: ['@blockfrost/openapi@0.1.93', 'openapi.yaml'],
  directus: ['@directus/specs@15.2.0', 'dist/openapi.json']
}

const folder = join(root, '.build/way-back')
mkdirSync(folder, { recursive: true })

console.log(
  '| document | OpenAPI | kB | operations | lines written | left to the patch | TypeScript 7 | 5.9 | the same |'
)
console.log('|---|---|--:|--:|--:|--:|--:|--:|---|')
for (const [name, [specifier, path]] of Object.entries(documents))
  console.log(await judge(name, await fileOf(specifier, path)))
process.exit()

async function fileOf(specifier, path) {
  if (specifier === undefined) return join(root, path)
  const file = join(folder, 'node_modules', specifier.replace(/(?<=.)@.*/, ''), path)
  if (existsSync(file)) return file
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const installed = await run(['npm', 'install', '--no-audit', '--no-fund', '--no-save', ...packages()], {
    cwd: folder
  })
  if (installed.code !== 0) throw new Error(installed.output)
  return file
}

function packages() {
  return Object.values(documents).flatMap(([specifier]) => specifier ?? [])
}

async function judge(name, file) {
  const module = join(folder, `${name}.ts`)
  const written = await run([process.execPath, 'dist/src/command.js', 'endpoints', file, '--out', module, '--force'])
  if (written.code !== 0) return `| ${name} | not written: ${written.output.trim()} |`
  const text = readFileSync(module, 'utf8')
  const original = await readDocument(file)
  const { count, document, patch } = await implementedDocument(module)
  const difference = createMergePatch(toNormalForm(original), toNormalForm(document))
  if (difference !== undefined)
    writeFileSync(join(folder, `${name}.difference.json`), JSON.stringify(difference.patch, replacer, 2))
  const sizes = [JSON.stringify(patch ?? {}).length, JSON.stringify(original).length]
  const isSame = difference === undefined ? 'yes' : `no: ${name}.difference.json`
  return `| ${[
    name,
    /openapi"?: ?["']?([\d.]+)/.exec(readFileSync(file, 'utf8'))?.[1],
    Math.round(statSync(file).size / 1000),
    count,
    text.split('\n').length - 1,
    `${((sizes[0] / sizes[1]) * 100).toFixed(1)} %`,
    await compile(module, tsc7),
    await compile(module, tsc5),
    isSame
  ].join(' | ')} |`
}

function replacer(_key, value) {
  return value === undefined ? '(nothing)' : value
}

async function compile(module, tsc) {
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--skipLibCheck']
  const target = ['--target', 'es2023', '--module', 'nodenext', '--verbatimModuleSyntax']
  const started = Date.now()
  const alone = tsc === tsc7 ? ['--ignoreConfig'] : []
  const { code, output } = await run([...tsc, ...alone, ...options, ...target, module])
  if (code !== 0) writeFileSync(`${module}.errors`, output)
  return code === 0 ? `${((Date.now() - started) / 1000).toFixed(1)} s` : `${output.split('\n').length} errors`
}
