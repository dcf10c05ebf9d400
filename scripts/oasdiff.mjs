// `npm run oasdiff -- <checkout>`: asks `espalier diff` about the pairs of documents that the tests of oasdiff's checker compare, and puts both answers
// side by side. Of a test it reads the two documents and the rules that it expects, with their levels; tests that change a document in code are left out.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareDocuments, readDocument } from './source.mjs'

const [checkout] = process.argv.slice(2)
if (checkout === undefined || !existsSync(join(checkout, 'checker/rules.go'))) {
  console.error('Name a checkout: git clone https://github.com/oasdiff/oasdiff && npm run oasdiff -- oasdiff')
  process.exit(2)
}

/** Policies of oasdiff's own, by its extensions of a document: when something may go that was said to go. */
const policies = /Sunset|Deprecat|Reactivated|Stability|XExtensible|NotBumped|VersionDecreased/

/** Pairs of which a test says less than oasdiff does: it asks one rule, or leaves parameters of paths alone unless it is told to read them. */
const partial = [/request_body_default_value_changed/, /common_request_parameter_max_items/]

const rules = readFileSync(join(checkout, 'checker/rules.go'), 'utf8')
const levels = new Map(
  [...rules.matchAll(/BackwardCompatibilityRule\((\w+), (ERR|WARN|INFO)/g)].map(([, id, level]) => [id, level])
)

/** The constants of rules by what they print: `response-property-type-changed`. */
const printed = new Map(
  readdirSync(join(checkout, 'checker'))
    .filter((name) => name.endsWith('.go'))
    .flatMap((name) => [
      ...readFileSync(join(checkout, 'checker', name), 'utf8').matchAll(/(\w+Id) += "([a-z0-9-]+)"/g)
    ])
    .map(([, id, text]) => [text, id])
)

const pairs = new Map()
let left = 0
for (const test of readTests()) {
  const pair = pairOf(test.body)
  if (pair === undefined) left++
  else add(pair, test)
}

const rows = []
for (const { before, after, tests } of pairs.values()) rows.push(await judge(before, after, tests))
report(rows)

function* readTests() {
  const folder = join(checkout, 'checker')
  for (const file of readdirSync(folder).filter((name) => /^check_.*_test\.go$/.test(name)))
    for (const [, name, body] of readFileSync(join(folder, file), 'utf8').matchAll(
      /^func (Test\w+)\(t \*testing\.T\) \{\n(.*?)^\}/gms
    ))
      yield { file, name, body }
}

function pairOf(body) {
  if (/\.Spec\.|flatten|lenient|WithFlatten|AsPairs|for _/.test(body.replace(/^.*(?:require|assert)\..*$/gm, '')))
    return undefined
  const [, first, second] = /\bd\(t, \w[\w.()]*, (\d+), (\d+)\)/.exec(body) ?? []
  if (first !== undefined) return [numbered(first), numbered(second)]
  const opened = new Map()
  for (const [, name, file] of body.matchAll(/(\w+), err :?= open\("\.\.\/([^"]+)"\)/g)) opened.set(name, file)
  for (const [, name, number] of body.matchAll(/(\w+) := l\(t, (\d+)\)/g)) opened.set(name, numbered(number))
  const [, before, after] = /diff\.Get\w*\(.*?(\w+), (\w+)\)\n/.exec(body) ?? []
  const isChanged = !opened.has(before) || !opened.has(after) || opened.get(before) === opened.get(after)
  // How many changes there are says nothing of what they are.
  const isTold = idsIn(body).length > 0 || /require\.Empty\(/.test(body)
  return isChanged || !isTold ? undefined : [opened.get(before), opened.get(after)]
}

function numbered(number) {
  return `data/openapi-test${number}.yaml`
}

function idsIn(body) {
  const said = body.replace(/^.*(?:Not\w+)\(t.*$/gm, '')
  const constants = [...said.matchAll(/checker\.(\w+Id)\b/g)].map(([, id]) => id)
  return [...constants, ...[...said.matchAll(/"([a-z0-9-]+)"/g)].flatMap(([, text]) => printed.get(text) ?? [])]
}

/** A test of one rule says nothing of the other side of the exchange. */
function aboutSame(expected, { text }) {
  const ofAnswers = expected.filter((id) => id.startsWith('Response')).length
  if (ofAnswers !== 0 && ofAnswers !== expected.length) return true
  return expected.length === 0 || /\b(?:of the|[Tt]he|no) answer /.test(text) === ofAnswers > 0
}

function add([before, after], test) {
  const key = `${before} ${after}`
  const pair = pairs.get(key) ?? { before, after, tests: [] }
  pair.tests.push(test)
  pairs.set(key, pair)
}

async function judge(before, after, tests) {
  const expected = tests.flatMap(({ body }) => idsIn(body)).filter((id) => levels.has(id))
  const errors = expected.filter((id) => levels.get(id) === 'ERR')
  const row = { before, after, expected, errors }
  if (expected.length > 0 && expected.every((id) => policies.test(id))) return { ...row, is: 'policy' }
  if (partial.some((name) => name.test(before))) return { ...row, is: 'partial' }
  try {
    const changed = compareDocuments(
      await readDocument(join(checkout, before)),
      await readDocument(join(checkout, after))
    )
    const found = changed.flatMap(({ operation, findings }) => findings.map((each) => ({ operation, ...each })))
    const broken = found.filter((each) => each.level === 'break' && aboutSame(expected, each))
    return { ...row, found, is: errors.length > 0 === broken.length > 0 ? 'same' : 'other' }
  } catch (error) {
    return { ...row, is: 'unread', why: error.message }
  }
}

function report(rows) {
  const of = (is) => rows.filter((row) => row.is === is)
  const count = (list, says) => list.filter(({ errors }) => errors.length > 0 === says).length
  const judged = [...of('same'), ...of('other')]
  for (const { before, after, expected, found } of of('other')) {
    console.log(
      `\n${before} → ${after}\n  oasdiff: ${[...new Set(expected)].map((id) => `${id} ${levels.get(id)}`).join(', ') || 'nothing'}`
    )
    for (const { level, operation, text } of found) console.log(`  espalier: ${level} ${operation}: ${text}`)
  }
  for (const { before, why } of of('unread')) console.log(`\n${before} is not read: ${why}`)
  console.log(`
| pairs of documents | | the same |
|---|--:|--:|
| something breaks, says oasdiff | ${count(judged, true)} | ${count(of('same'), true)} |
| its test names nothing that breaks | ${count(judged, false)} | ${count(of('same'), false)} |
| together | ${judged.length} | ${of('same').length} (${((of('same').length / judged.length) * 100).toFixed(1)} %) |

${of('policy').length} pairs are about its own extensions, of ${of('partial').length} a test says less than oasdiff does, ${of('unread').length} are not read, ${left} tests change a document in code.`)
}
