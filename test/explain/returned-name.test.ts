import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { returnedNames } from '../../src/explain/returned-name.ts'
import { budget, fixed } from '../fuzz/budget.ts'
import type { Wild } from '../security/wild.ts'

const make = (text: string) => new Function(`return ${text}`)()

const namesOf = (text: string) => returnedNames(make(text))

test('member names of returned literals are found in arrows, functions and methods, async or not', () => {
  assert.deepEqual(namesOf('() => ({ now: 1 })'), ['now'])
  assert.deepEqual(namesOf('async ({ headers }) => ({ user: headers.user, role: "a, b: }" })'), ['user', 'role'])
  assert.deepEqual(namesOf('request=>({user:request.user})'), ['user'])
  assert.deepEqual(namesOf('function requireUser() { return { user: "ada" } }'), ['user'])
  assert.deepEqual(namesOf('async function f(request) { const user = await 1\n return { user, }\n}'), ['user'])
  assert.deepEqual(namesOf('({ find(request) { return { found: request.a } } }).find'), ['found'])
  assert.deepEqual(namesOf('() => ({ async load() { return { inner: 1 } }, get size() { return 2 } })'), [
    'load',
    'size'
  ])
  assert.deepEqual(namesOf('() => ({})'), [])
})

test('every return counts except in inner functions, and a returned reply is ignored', () => {
  const text = `async (request, reply) => {
    // It's a guard: { not: this }
    const all = [1].map((one) => { return { one } })
    if (all.length === 0) return reply.code(401).send()
    for (const one of all) { if (one === 2) return }
    try {
      if (request.a) return { user: { name: \`\${all}\` }, load: async () => { return { inner: 1 } } }
    } catch (error) { return { failed: true } }
    return { guest: true };
  }`
  assert.deepEqual(namesOf(text), ['user', 'load', 'failed', 'guest'])
})

test('other texts give undefined', () => {
  const texts = [
    ...['() => find()', '() => ({ ...rest })', '() => ({ [name]: 1 })', '() => ({ "a b": 1 })', '() => ({ a: 1 }).a'],
    ...['() => { return a ? { b: 1 } : { c: 1 } }', '() => { return { a: 1 }, { b: 1 } }', '() => { return { a }.a }'],
    ...['(request, reply) => { return response }', '(request) => { return reply }', 'async () => { return await x }'],
    ...['function* many() { return { a: 1 } }', '() => ({ a: /b/ })', '() => ({ a: b / c })', 'class A {}', '() => {}'],
    ...['() => ({ __proto__: { a: 1 } })', 'function f() { return (\n{ a: 1 }) }', '() => { return { a: 1 } in b }']
  ]
  for (const text of texts) assert.equal(namesOf(text), undefined, text)
  assert.equal(returnedNames((() => {}).bind(null)), undefined)
  assert.equal(namesOf(`() => { '${'a'.repeat(10_000)}'; return { a: 1 } }`), undefined)
})

const name = fc.constantFrom('user', 'role', 'now', '$one', 'of2', 'async', 'get', 'returned')
const value = fc.constantFrom('1', '"} return { x: 1 }"', '[1, { b: 2 }]', '(() => { return { inner: 1 } })()', '`1`')
const entry = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(name, value).map(([key, given]) => `${key}: ${given}`) },
  { weight: 1, arbitrary: name.map((key) => `${key}(a, b) { return { inner: a } }`) },
  { weight: 1, arbitrary: fc.constantFrom('...{ spread: 1 }', '["computed"]: 1', '"quoted": 1') }
)
const literal = fc.array(entry, { maxLength: 3 }).map((entries) => `{ ${entries.join(', ')} }`)
const returned = fc.oneof(
  { weight: 8, arbitrary: literal.map((text) => `return ${text}`) },
  { weight: 1, arbitrary: fc.constantFrom('return', 'return reply', 'return reply.send()') },
  { weight: 1, arbitrary: fc.constant('return flag(9) ? { one: 1 } : { other: 1 }') }
)
const noise = fc.constantFrom(
  "// it's { return { comment: 1 } }",
  '/* return { comment: 1 } */',
  'const f = function () { return { inner: 1 } }',
  'const g = async (a, b = { c: 1 }) => { if (a) { return { inner: b } } }',
  'class A { m() { return { inner: 1 } } }',
  "const s = 'return { text: 1 }'"
)

const statement = fc.tuple(returned, fc.nat(4), noise).map(([text, form, beside]) => (index: number) => {
  const forms = [
    `if (flag(${index})) ${text}`,
    `if (flag(${index})) { ${beside}\n ${text} }`,
    `try { if (flag(${index})) throw 1 } catch (e) { ${text} }`,
    `for (const one of [1]) { if (flag(${index})) ${text}\n }`,
    `switch (flag(${index})) { case true: ${text}\n }`
  ]
  return `{ ${beside}\n ${forms[form]}\n }`
})

const body = fc.tuple(fc.array(statement, { maxLength: 4 }), returned).map(([statements, last]) => {
  return `${statements.map((one, index) => one(index)).join('\n')}\n${last}`
})
const shape = fc.constantFrom('(request, reply) => {', 'async (request, reply) => {', 'function f(request, reply) {')
const written = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(shape, body).map(([start, text]) => `${start}\n${text}\n}`) },
  { weight: 1, arbitrary: literal.map((text) => `(request) => (${text})`) }
)

async function namesOfRuns(text: string): Promise<string[]> {
  const names = new Set<string>()
  const reply: Wild = { send: () => reply } as never
  for (let flags = 0; flags < 16; flags++) {
    const flag = (index: number) => (flags & (1 << index)) !== 0
    const members = await new Function('flag', 'reply', `return ${text}`)(flag, reply)({}, reply)
    if (members !== reply) for (const name in members) names.add(name)
  }
  return [...names]
}

test('the found names of random functions are those of their runs', async () => {
  let certain = 0
  const property = fc.asyncProperty(written, async (text) => {
    const names = namesOf(text)
    if (names === undefined) return
    certain++
    assert.deepEqual(names.toSorted(), (await namesOfRuns(text)).toSorted(), text)
  })
  await fc.assert(property, fixed(300))
  assert.ok(certain > 50, `${certain} texts were certain`)
  await fc.assert(property, budget(1500))
})
