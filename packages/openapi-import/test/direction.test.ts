// Requests must require what is `required` and not `readOnly`, and responses what is `required` and not `writeOnly`. Expected results come from the
// table of fields, and not from the schemas.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import { openapi } from 'espalier/openapi'
import fc from 'fast-check'
import { budget } from '../../../test/fuzz/budget.ts'
import { importDocument } from '../src/import-document.ts'
import { createMergePatch } from '../src/json-merge-patch.ts'
import { toNormalForm } from '../src/normal-form.ts'
import { mergePatch } from '../src/patch/merge-patch.ts'
import { evaluate } from './module/evaluate.ts'

type Json = Readonly<Record<string, unknown>>

interface Field {
  readonly mark: 'readOnly' | 'writeOnly' | undefined
  readonly isRequired: boolean
  readonly component: string | undefined
  readonly isMarkedByReference: boolean
  readonly isHalf: boolean
}

interface Component {
  readonly fields: Readonly<Record<string, Field>>
  readonly form: 'plain' | 'split' | 'base' | 'asked' | 'anyOf' | 'asked anyOf' | 'half'
}

const field = (...components: string[]) =>
  fc.record({
    mark: fc.constantFrom('readOnly', 'writeOnly', undefined),
    isRequired: fc.boolean(),
    component: fc.constantFrom(undefined, ...components),
    isMarkedByReference: fc.boolean(),
    isHalf: fc.integer({ max: 3, min: 0 }).map((n) => n === 0)
  })

const component = (...components: string[]) =>
  fc.record({
    fields: fc.dictionary(fc.constantFrom('id', 'name', 'in', 'toString'), field(...components), {
      minKeys: 1,
      maxKeys: 3,
      noNullPrototype: true
    }),
    form: fc.constantFrom('plain', 'split', 'base', 'asked', 'anyOf', 'asked anyOf', 'half')
  }) as fc.Arbitrary<Component>

// A component may refer to itself only in optional fields.
const components = fc
  .record({ A: component('A', 'B', 'C/d'), B: component('C/d'), 'C/d': component() })
  .map(({ A, ...others }) => ({
    ...others,
    A: { ...A, fields: Object.fromEntries(Object.entries(A.fields).map(([name, one]) => [name, notOwn(one)])) }
  }))

const notOwn = (one: Field): Field => (one.component === 'A' ? { ...one, isRequired: false } : one)

const pointerTo = (name: string) => `#/components/schemas/${name.replaceAll('/', '~1')}`

function fieldSchema({ component: name, isHalf, isMarkedByReference, mark }: Field): Json {
  const whole =
    mark === undefined ? {} : isMarkedByReference ? { allOf: [{ $ref: pointerTo(mark) }] } : { [mark]: true }
  const marked = isHalf && mark !== undefined ? { anyOf: [whole, { description: 'Or not.' }] } : whole
  if (name === undefined) return { type: 'string', ...marked }
  return mark === undefined ? { $ref: pointerTo(name) } : { allOf: [{ $ref: pointerTo(name) }, marked] }
}

function schemasOf(name: string, { fields, form }: Component): Json {
  const entries = Object.entries(fields)
  const properties = Object.fromEntries(entries.map(([key, one]) => [key, fieldSchema(one)]))
  const required = entries.filter(([, { isRequired }]) => isRequired).map(([key]) => key)
  const [described, asked] = [{ type: 'object', properties }, required.length === 0 ? {} : { required }]
  if (form === 'plain') return { [name]: { ...described, ...asked } }
  if (form === 'split') return { [name]: { allOf: [described, { type: 'object', ...asked }] } }
  if (form === 'anyOf') return { [name]: { ...asked, anyOf: [described, { ...described, minProperties: 0 }] } }
  if (form === 'half') {
    const unmarked = entries.map(([key, one]) => [key, fieldSchema({ ...one, mark: undefined })])
    const other = { type: 'object', properties: Object.fromEntries(unmarked) }
    return { [name]: { ...asked, anyOf: [described, { ...described, minProperties: 0 }, other] } }
  }
  if (form === 'asked anyOf') return { [name]: { ...described, anyOf: [asked, { ...asked, minProperties: 0 }] } }
  const other = `${name}Other`
  const [inner, outer] = form === 'base' ? [described, asked] : [asked, described]
  return {
    [other]: { type: 'object', ...inner },
    [name]: { allOf: [{ $ref: pointerTo(other) }, { type: 'object', ...outer }] }
  }
}

const marks = ['readOnly', 'writeOnly'] as const

type Components = Readonly<Record<string, Component>>

const uses = ['in', 'out', 'both'] as const

function documentOf(all: Components, openapi: string, use: (typeof uses)[number]): Json {
  const content = { 'application/json': { schema: { $ref: pointerTo('A') } } }
  return {
    openapi,
    info: { title: 'a', version: '1' },
    paths: {
      '/a': {
        post: {
          operationId: 'send',
          ...(use !== 'out' && { requestBody: { required: true, content } }),
          responses: { 200: { description: 'a', ...(use !== 'in' && { content }) } }
        }
      }
    },
    components: {
      schemas: {
        ...Object.assign({}, ...Object.entries(all).map(([name, one]) => schemasOf(name, one))),
        ...Object.fromEntries(marks.map((mark) => [mark, { [mark]: true }]))
      }
    }
  }
}

function leastOf(name: string, all: Components, other: Field['mark']): Json {
  const isHalf = all[name]?.form === 'half'
  const needed = Object.entries(all[name]?.fields ?? {}).filter(
    ([, { isHalf: isHalfOwn, isRequired, mark }]) => isRequired && (mark !== other || isHalfOwn || isHalf)
  )
  const entries = needed.map(([key, one]) => [
    key,
    one.component === undefined ? 'a' : leastOf(one.component, all, other)
  ])
  return Object.fromEntries(entries)
}

const lessThan = (value: Json) =>
  Object.keys(value).map((gone) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== gone)))

const given = fc.sample(fc.tuple(components, fc.constantFrom('3.0.3', '3.1.1'), fc.constantFrom(...uses)), budget(40))

test('readOnly fields are not required in requests, and writeOnly fields not in responses', async () => {
  for (const [all, version, use] of given) {
    const said = documentOf(all, version, use)
    const { module } = await importDocument(said, 'a.json')
    const { send } = evaluate(module)
    let answer: Json = {}
    const app = Object(espalier({ logger: false }))
    app.route(send, () => (use === 'in' ? null : answer))
    const statusOf = async (payload: Json) => (await app.inject({ method: 'POST', url: '/a', payload })).statusCode
    const [asked, answered] = [leastOf('A', all, 'readOnly'), leastOf('A', all, 'writeOnly')]
    answer = answered
    assert.equal(await statusOf(asked), 200, `${JSON.stringify(said)} with ${JSON.stringify([asked, answered])}`)
    for (const less of use === 'out' ? [] : lessThan(asked))
      assert.equal(await statusOf(less), 400, `${JSON.stringify(said)} with ${JSON.stringify(less)}`)
    for (answer of use === 'in' ? [] : lessThan(answered))
      assert.equal(await statusOf(asked), 500, `${JSON.stringify(said)} with ${JSON.stringify(answer)}`)
    await app.close()
  }
})

function withoutOddNames(document: Json): Json {
  const isUsed = (name: string) => JSON.stringify(document).includes(JSON.stringify(pointerTo(name)))
  const kept = Object.entries(schemasIn(document)).filter(([name]) => /^[\w.-]+$/.test(name) || isUsed(name))
  return { ...document, components: { ...Object(document.components), schemas: Object.fromEntries(kept) } }
}

const schemasIn = (document: Json): Json => Object(Object(document.components).schemas)

test('an app of the endpoints has the document with its readOnly and writeOnly marks', async () => {
  for (const [all, , use] of given) {
    const said = documentOf(all, '3.1.1', use)
    const { document, documentPatch = {}, ...exported } = evaluate((await importDocument(said, 'a.json')).module)
    const app = Object(espalier({ logger: false, exposeHeadRoutes: false }))
    app.setErrorHandler(() => undefined)
    app.route(exported.send, () => undefined)
    await app.ready()
    const found = openapi(app, { ...Object(document), patch: mergePatch(Object(documentPatch)) })
    const change = createMergePatch(toNormalForm(withoutOddNames(said)), toNormalForm(Object(found)))
    assert.equal(change, undefined, JSON.stringify([said, change]))
    await app.close()
  }
})

test('a component has a second name if requests and responses use it and differ', async () => {
  const fieldOf = (mark: Field['mark'], name?: string): Component => ({
    fields: { a: { mark, isRequired: true, component: name, isMarkedByReference: false, isHalf: false } },
    form: 'plain'
  })
  const marked = { B: fieldOf('readOnly') }
  for (const [all, use, names] of [
    [{ A: fieldOf('readOnly') }, 'both', ['A', 'AInput']],
    [{ A: fieldOf('writeOnly') }, 'both', ['A', 'AInput']],
    [{ A: fieldOf(undefined) }, 'both', ['A']],
    [{ A: fieldOf('readOnly') }, 'in', ['A']],
    [{ A: fieldOf('writeOnly') }, 'out', ['A']],
    [{ A: fieldOf(undefined, 'B'), ...marked }, 'both', ['A', 'AInput', 'B', 'BInput']],
    [{ ...marked, A: fieldOf(undefined, 'B') }, 'both', ['A', 'AInput', 'B', 'BInput']],
    [
      { A: fieldOf(undefined, 'C/d'), 'C/d': fieldOf(undefined, 'B'), ...marked },
      'both',
      ['A', 'AInput', 'B', 'BInput', 'CD', 'CDInput']
    ],
    [{ A: fieldOf(undefined, 'B'), ...marked }, 'in', ['A', 'B']]
  ] as const) {
    const { module } = await importDocument(documentOf(all, '3.1.1', use), 'a.json')
    const exported = Object.keys(evaluate(module)).filter((name) => /^[ABC]/.test(name))
    assert.deepEqual(exported.sort(), names, `${Object.keys(all)} ${use}`)
  }
})
