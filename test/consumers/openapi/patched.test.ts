// Documents laid over applications, before two validators of others: random ones, and one of an endpoint that was taken out by hand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { mergePatch } from '../../../packages/openapi-import/src/patch/merge-patch.ts'
import { createRandomApp, reduce, specs } from '../../../packages/openapi-import/test/patch/random-app.ts'
import { edited, edits, mistaken, patchOf } from '../../../packages/openapi-import/test/patch/random-document.ts'
import { mutated, mutations, wholeOf } from '../../../packages/openapi-import/test/patch/random-mutation.ts'
import { openapi } from '../../../src/openapi/index.ts'
import type { OpenApiDocument, OpenApiOptions } from '../../../types/openapi.ts'
import type { Anything } from '../../anything.ts'
import { budget, fixed } from '../../fuzz/budget.ts'
import { documentOf, info } from '../../openapi/describing.ts'

/** Returns the errors of two validators, as text. */
async function faultsIn(document: unknown): Promise<unknown[]> {
  const text = shownOf(document)
  const { valid, errors } = await new Validator().validate(JSON.parse(text))
  // The second validator takes an extension beside responses, such as `x-more: 1`, for a response, and throws where it is no object.
  const isLost = (name: string, value: unknown) => name.startsWith('x-') && Object(value) !== value
  // It throws for a boolean schema of a parameter as well, so it gets the schema of the same meaning.
  const spelt = (name: string, value: unknown) =>
    name === 'schema' && typeof value === 'boolean' ? (value ? {} : { not: {} }) : value
  const other = await validate(
    JSON.parse(text, (name, value) => (isLost(name, value) ? undefined : spelt(name, value)))
  )
  return [...(valid ? [] : [JSON.stringify(errors)]), ...(other.valid ? [] : other.errors)]
}

/**
 * OpenAPI allows extensions beside paths, of which one validator takes none, and beside the expressions of a callback, of which the published schema
 * of OpenAPI takes none. The validators do not see those.
 */
const shownOf = (document: unknown): string =>
  JSON.stringify(document, (name, value) => {
    if (name === 'paths') return withoutExtensions(value)
    return name === 'callbacks' ? mapped(value, withoutExtensions) : value
  })

const isObject = (part: unknown): part is object => typeof part === 'object' && part !== null && !Array.isArray(part)

const mapped = (part: unknown, change: (value: unknown) => unknown) =>
  isObject(part) ? Object.fromEntries(Object.entries(part).map(([name, value]) => [name, change(value)])) : part

const withoutExtensions = (part: unknown) =>
  isObject(part) ? Object.fromEntries(Object.entries(part).filter(([name]) => !name.startsWith('x-'))) : part

const bits = fc.array(fc.boolean(), { minLength: 1, maxLength: 30 })

for (const version of ['3.1', '3.2'] as const)
  test(`a random document merged into an application is valid in ${version}`, async () => {
    await fc.assert(
      fc.asyncProperty(specs, edits, edits, bits, fc.boolean(), async (spec, changes, mistakes, kept, isWhole) => {
        const own = openapi(await createRandomApp(spec), { info, version })
        const wanted = mistaken(edited(own, changes), mistakes)
        const app = await createRandomApp(reduce(spec, kept))
        const document = openapi(app, { info, version, patch: mergePatch(isWhole ? wanted : patchOf(wanted, own)) })
        // One validator asks for a path, a webhook or a component at least.
        fc.pre(Object.keys(document.paths).length > 0)
        // The second validator does not know 3.2 yet; what it judges is the same there.
        assert.deepEqual(await faultsIn({ ...document, openapi: '3.1.0' }), [])
        if (version === '3.2') assert.ok((await new Validator().validate(JSON.parse(shownOf(document)))).valid)
      }),
      budget(30)
    )
  })

for (const version of ['3.1', '3.2'] as const)
  test(`a damaged document merged into an application is refused with its path, or valid in ${version}`, async () => {
    const all: unknown[] = []
    const law = fc.asyncProperty(specs, mutations, fc.boolean(), async (spec, damage, isWhole) => {
      const app = await createRandomApp(spec)
      const own = openapi(app, { info, version })
      const wanted = mutated(wholeOf(own), damage)
      const document = laidOrRefused(app, {
        info,
        version,
        patch: mergePatch(isWhole ? wanted : patchOf(wanted, own))
      })
      if (document === undefined || Object.keys(document.paths).length === 0) return
      all.push(document)
      assert.deepEqual(await faultsIn({ ...document, openapi: '3.1.0' }), [])
      if (version === '3.2') assert.ok((await new Validator().validate(JSON.parse(shownOf(document)))).valid)
    })
    await fc.assert(law, fixed(10))
    assert.ok(all.length > 0, 'damage is left out, and the rest of the document is laid')
    await fc.assert(law, budget(40))
  })

function laidOrRefused(app: object, options: OpenApiOptions): OpenApiDocument | undefined {
  try {
    return openapi(app, options)
  } catch (error) {
    const { code, message }: Anything = error
    assert.equal(code, 'ESP_ERR_ARGUMENT_INVALID', String(error))
    assert.match(message, /^The option 'patch' of openapi\(\) must be .+ at \/\S/)
    return undefined
  }
}

test('a document merged as a whole is valid, and no part is left out', async () => {
  const app = await createRandomApp({ routes: [], hasErrorHandler: false })
  const left: string[] = []
  const patch = wholeOf(openapi(app, { info }))
  const document = openapi(app, { info, patch: mergePatch(patch), onLeftOut: (sentence) => left.push(sentence) })
  assert.deepEqual([left, await faultsIn(document)], [[], []])
})

test('the validators refuse parameters in the notation of a patch', async () => {
  const ghost = { '/gone': { get: { parameters: { 'query page': { example: 1 } } } } }
  const document = await documentOf((app) => app.get('/a', () => 1), { patch: mergePatch({ paths: ghost }) })
  assert.deepEqual(await faultsIn(document), [])
  const faults = await faultsIn({ ...document, paths: { ...document.paths, ...ghost } })
  assert.ok(faults.length >= 2, JSON.stringify(faults))
})
