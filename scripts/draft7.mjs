// `npm run draft7 -- [PATH] [--beside node_modules/fastify] [--failures]`: the official suite for JSON Schema draft 7 through routes of the package.
// PATH is a checkout of github.com/json-schema-org/JSON-Schema-Test-Suite; without it the commit of docs/conformance.md is fetched into the system's
// temporary folder. Tables for docs/conformance.md go to stdout. Ends with 1 where an answer is a 500 or has a changed value.
//
// Each case asks a running route three times: its body is validated with the options that leave data as it is (`draft`) and with the defaults
// (`defaults`), and what is valid is serialized by the same schema and must come back (`serialized`).
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { espalier } from 'espalier'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { beside: { type: 'string' }, failures: { type: 'boolean', default: false } }
})
const suite = positionals[0] ?? fetchSuite()

function fetchSuite() {
  const repository = 'https://github.com/json-schema-org/JSON-Schema-Test-Suite'
  const [, commit] = /commit `(\w+)`/.exec(readFileSync('docs/conformance.md', 'utf8'))
  const folder = join(tmpdir(), `JSON-Schema-Test-Suite-${commit}`)
  if (existsSync(join(folder, 'tests'))) return folder
  const git = (...args) => execFileSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  git('clone', '--quiet', repository, folder)
  git('-C', folder, 'checkout', '--quiet', commit)
  return folder
}

const base = 'http://localhost:1234/'
const patience = 5_000
const asDraft = { coerceTypes: false, useDefaults: false, removeAdditional: false, strict: false }
const modes = { draft: { customOptions: asDraft }, defaults: undefined }
const measures = [...Object.keys(modes), 'serialized']

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

function filesBelow(folder, prefix = '') {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name), `${prefix}${entry.name}/`) : [prefix + entry.name]
  )
}

/** The documents that schemas refer to by URL, each under that URL. */
function readRemotes() {
  const names = filesBelow(join(suite, 'remotes')).filter((name) => !/^(?:draft(?!7\/)|v1\/)/.test(name))
  return new Map(names.map((name) => [base + name, readJson(join(suite, 'remotes', name))]))
}

const remotes = readRemotes()

function declareRemotes(app, schema) {
  if (!JSON.stringify(schema).includes(base)) return
  for (const [url, document] of remotes) {
    if (typeof document === 'object' && !/draft20|2019|2020/.test(document.$schema))
      app.addSchema({ ...document, $id: url })
  }
}

/** How each framework is asked; what Fastify would take for its shorthand of fields is given to it by reference. */
const frameworks = {
  espalier: { create: espalier, place: (_app, schema) => schema },
  ...(values.beside && {
    fastify: {
      create: createRequire(import.meta.url)(resolve(values.beside)),
      place(app, schema) {
        if (typeof schema !== 'object' || '$ref' in schema) return schema
        const $id = schema.$id ?? `${base}suite/case.json`
        app.addSchema({ ...schema, $id })
        return { $ref: $id.includes('#') ? $id : `${$id}#` }
      }
    }
  })
}

/** Starts an app with one route; `toSchema` places the schema in the route's own. */
async function start({ create, place }, schema, { ajv, toSchema, handler }) {
  const app = create({
    logger: false,
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    ...(ajv && { ajv })
  })
  declareRemotes(app, schema)
  app.post('/', { schema: toSchema(place(app, schema)) }, handler)
  await app.ready()
  return app
}

async function ask(app, body) {
  const payload = JSON.stringify(body)
  const asked = app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload })
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), patience)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** Answers what is wrong with the answer to a case, `null` if nothing is. */
function judgeValidation({ statusCode, body }, { valid }) {
  const isRefused = statusCode === 400 && body.includes('FST_ERR_VALIDATION')
  if (statusCode !== 200 && !isRefused) return `status ${statusCode}: ${body}`
  if (isRefused === !valid) return null
  return valid ? `refused: ${JSON.parse(body).message}` : 'accepted'
}

function judgeSerialization({ statusCode, body }, { data, valid }, schema) {
  if (!valid) return null
  if (statusCode !== 200) return `status ${statusCode}: ${body}`
  let parsed
  try {
    parsed = JSON.parse(body)
  } catch {
    return `not JSON: ${body}`
  }
  if (isDeepStrictEqual(parsed, data)) return null
  const lost = membersLost(data, parsed)
  if (lost === null) return `${JSON.stringify(data)} became ${body}`
  const declared = lost.filter((name) => declares(schema, name))
  return declared.length === 0 ? 'left out' : `the declared ${declared} left out of ${JSON.stringify(data)}: ${body}`
}

/** The names of the members that are in `before` only; `null` if anything else differs. */
function membersLost(before, after) {
  if (isDeepStrictEqual(before, after)) return []
  const areLists = Array.isArray(before) && Array.isArray(after) && before.length === after.length
  const areObjects = [before, after].every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
  if (!areLists && !areObjects) return null
  if (Object.keys(after).some((name) => !Object.hasOwn(before, name))) return null
  const inside = Object.keys(before).map((name) =>
    Object.hasOwn(after, name) ? membersLost(before[name], after[name]) : [name]
  )
  return inside.includes(null) ? null : inside.flat()
}

/** Whether any `properties` of a schema, or of a document that it may refer to, names a member. */
function declares(schema, name) {
  const seen = [schema, ...(JSON.stringify(schema).includes(base) ? remotes.values() : [])]
  for (const one of seen) {
    if (typeof one !== 'object' || one === null) continue
    if (typeof one.properties === 'object' && one.properties !== null && Object.hasOwn(one.properties, name))
      return true
    seen.push(...Object.values(one))
  }
  return false
}

async function measure(framework, { schema, tests }, measured) {
  const isSerialized = measured === 'serialized'
  let data
  const options = isSerialized
    ? {
        toSchema: (placed) => ({ response: { 200: placed } }),
        handler: (_request, reply) => reply.type('application/json').send(reply.serialize(data))
      }
    : { ajv: modes[measured], toSchema: (placed) => ({ body: placed }), handler: () => 'valid' }
  let app
  try {
    app = await start(framework, structuredClone(schema), options)
  } catch (error) {
    return tests.map(() => `does not compile: ${error.message}`)
  }
  const found = []
  for (const one of tests) {
    data = one.data
    const answer = await ask(app, isSerialized ? null : data).catch((error) => ({ statusCode: 0, body: error.message }))
    found.push(isSerialized ? judgeSerialization(answer, one, schema) : judgeValidation(answer, one))
  }
  await app.close()
  return found
}

const crashes = []
process.on('uncaughtException', (error) => void crashes.push(error))

const columns = Object.keys(frameworks).flatMap((name) => measures.map((measured) => `${name} ${measured}`))
const folder = join(suite, 'tests/draft7')
const rows = new Map()
const failures = []
for (const file of filesBelow(folder).sort(
  (a, b) => a.startsWith('optional') - b.startsWith('optional') || (a < b ? -1 : 1)
)) {
  const row = Object.fromEntries(columns.map((column) => [column, { passed: 0, explained: 0, total: 0 }]))
  rows.set(file.replace('.json', ''), row)
  for (const group of readJson(join(folder, file))) {
    for (const [name, framework] of Object.entries(frameworks)) {
      for (const measured of measures) {
        const counted = measured === 'serialized' ? group.tests.filter(({ valid }) => valid) : group.tests
        const found = await measure(framework, group, measured)
        const score = row[`${name} ${measured}`]
        score.total += counted.length
        score.passed += counted.filter((one) => found[group.tests.indexOf(one)] === null).length
        score.explained += found.filter((one) => one === 'left out').length
        found.forEach((reason, index) => {
          if (reason !== null && reason !== 'left out' && counted.includes(group.tests[index]))
            failures.push({
              name,
              measured,
              file,
              case: `${group.description}: ${group.tests[index].description}`,
              reason
            })
        })
      }
    }
  }
}

const line = (cells) => `| ${cells.join(' | ')} |`
const show = ({ passed, explained, total }) =>
  passed + explained === total && explained === 0
    ? `${total}`
    : `${passed}${explained ? ` + ${explained}` : ''} of ${total}`
const sum = (keep) =>
  columns.map((column) =>
    [...rows]
      .filter(([file]) => keep(file))
      .reduce(
        (all, [, row]) => {
          for (const key of Object.keys(all)) all[key] += row[column][key]
          return all
        },
        { passed: 0, explained: 0, total: 0 }
      )
  )

console.log(line(['file', ...columns]))
console.log(line(['---', ...columns.map(() => '--:')]))
for (const [file, row] of rows) console.log(line([file, ...columns.map((column) => show(row[column]))]))
console.log(line(['**required**', ...sum((file) => !file.startsWith('optional')).map(show)]))
console.log(line(['**optional**', ...sum((file) => file.startsWith('optional')).map(show)]))
// Valid data that an answer is not equal to, except for what a schema does not name.
const answers = failures.filter(({ name, measured }) => name === 'espalier' && measured === 'serialized')
const refused = answers.filter(({ reason }) => reason.startsWith('does not compile'))
const filled = answers.filter(({ reason, file }) => file === 'default.json' && / became /.test(reason))
const wrong = answers.filter(({ reason }) => / became |^status |^not JSON/.test(reason)).length - filled.length
console.log(
  `\nanswers: ${wrong} with status 500 or a changed value, ${refused.length} refused at boot, ${filled.length} with a default filled in`
)
if (wrong > 0) process.exitCode = 1
console.log(`\ncrashes: ${crashes.length}${crashes.map((error) => `\n${error.stack}`).join('')}`)
if (values.failures) {
  for (const failure of failures)
    console.log(`\n${failure.name} ${failure.measured} ${failure.file}\n  ${failure.case}\n  ${failure.reason}`)
}
