// Compares what a client of many endpoints costs the compiler and the editor in espalier and in oRPC: the same contract, every endpoint called once, both
// outcomes read.
//
//   node bench/types/clients.mjs                      # prints the tables of docs/client.md; build first, dist is measured
//   node bench/types/clients.mjs --endpoints 30,300 --rounds 1 --typescript 7
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compile, versions } from './compile.mjs'
import { measureCompletions } from './completion.mjs'
import { measureAnswers } from './language-server.mjs'

const { values: options } = parseArgs({
  options: {
    endpoints: { type: 'string', default: '30,3000' },
    rounds: { type: 'string', default: '3' },
    typescript: { type: 'string', default: versions.join(',') }
  }
})
const sizes = options.endpoints.split(',').map(Number)
const each = 10
const work = join(import.meta.dirname, '.build')

const lines = (numbers, toLine) => numbers.map(toLine).join('\n')

const espalier = {
  name: 'espalier',
  toContract: (name, numbers) => `import { endpoint, Type } from '../../../../dist/src/contract/index.js'
export const ${name} = {
${lines(
  numbers,
  (n) => `  call${n}: endpoint('POST /things${n}/:id${n}', {
    params: { id${n}: Type.Integer() },
    query: { page${n}: Type.Integer() },
    body: { name${n}: Type.String(), tags${n}: Type.Array(Type.String()) },
    response: { 200: Type.Object({ id${n}: Type.Integer(), name${n}: Type.String() }), 404: Type.Object({ error${n}: Type.String() }) }
  }),`
)}
}
`,
  client: `import { createClient } from '../../../../dist/src/client/index.js'
import * as contract from './contract.js'
export const api = createClient(contract, { baseUrl: 'http://localhost' })
`,
  toUse: (name, n) => `export async function use${n}() {
  const answer = await api.${name}.call${n}({ params: { id${n}: 1 }, query: { page${n}: 1 }, body: { name${n}: '', tags${n}: [] } })
  if (answer.status === 404) return answer.body.error${n}
  const body = answer.body
  return body.name${n}
}`
}

const orpc = {
  name: 'oRPC',
  toContract: (name, numbers) => `import { oc } from '@orpc/contract'
import * as z from 'zod'
export const ${name} = {
${lines(
  numbers,
  (n) => `  call${n}: oc.route({ method: 'POST', path: '/things${n}/{id${n}}', inputStructure: 'detailed' })
    .errors({ MISSING: { status: 404, data: z.object({ error${n}: z.string() }) } })
    .input(z.object({
      params: z.object({ id${n}: z.int() }),
      query: z.object({ page${n}: z.int() }),
      body: z.object({ name${n}: z.string(), tags${n}: z.array(z.string()) })
    }))
    .output(z.object({ id${n}: z.int(), name${n}: z.string() })),`
)}
}
`,
  client: `import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import * as contract from './contract.js'
export const api: ContractRouterClient<typeof contract> = createORPCClient(new OpenAPILink(contract, { url: 'http://localhost' }))
`,
  head: "import { isDefinedError, safe } from '@orpc/client'\n",
  toUse: (name, n) => `export async function use${n}() {
  const [error, body] = await safe(api.${name}.call${n}({ params: { id${n}: 1 }, query: { page${n}: 1 }, body: { name${n}: '', tags${n}: [] } }))
  if (isDefinedError(error)) return error.data.error${n}
  if (error) throw error
  return body.name${n}
}`
}

function generate({ name, toContract, client, toUse, head = '' }, size) {
  const folder = join(work, `client-${name.toLowerCase()}-${size}`)
  mkdirSync(folder, { recursive: true })
  const write = (file, text) => writeFileSync(join(folder, file), text)
  const names = Array.from({ length: size / each }, (_, index) => `things${index}`)
  for (const [index, module] of names.entries()) {
    const numbers = Array.from({ length: each }, (_, offset) => index * each + offset)
    write(`${module}.ts`, toContract(module, numbers))
    write(`use-${module}.ts`, `import { api } from './client.js'\n${head}${lines(numbers, (n) => toUse(module, n))}\n`)
  }
  // A namespace, because the compiler looks into no more of its members than are used.
  write('contract.ts', names.map((module) => `export * from './${module}.js'\n`).join(''))
  write('client.ts', client)
  return { name, size, folder, file: `use-things${names.length - 1}.ts`, route: size - 1 }
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1]

/** Compiles the projects in turns, and keeps the median of each time. */
function measure(projects, typescript) {
  const runs = projects.map(() => [])
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [index, { folder }] of projects.entries()) runs[index].push(compile(folder, typescript))
  return projects.map(({ name, size }, index) => ({
    ...{ typescript, endpoints: size, client: name },
    instantiations: runs[index][0].instantiations,
    'check, s': median(runs[index].map(({ check }) => check)),
    MB: median(runs[index].map(({ megabytes }) => megabytes))
  }))
}

rmSync(work, { recursive: true, force: true })
const projects = sizes.flatMap((size) => [espalier, orpc].map((contender) => generate(contender, size)))
console.table(options.typescript.split(',').flatMap((typescript) => measure(projects, typescript)))

const asked = projects.map((project) => ({ ...project, name: `${project.name}, ${project.size}` }))
const answers = await measureAnswers(asked)
console.table(
  [...measureCompletions(asked)].map(([name, { milliseconds, instantiations }]) => ({
    'completion of an answer': name,
    ...{
      instantiations,
      'TypeScript 5.9, CPU ms': milliseconds.toFixed(1),
      'TypeScript 7, ms': answers.get(name).toFixed(1)
    }
  }))
)
