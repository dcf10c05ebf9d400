// Random values anywhere in a document must be refused with a message. Any other error fails the test.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ArgumentError } from '@espalier/command-kit'
import fc from 'fast-check'
import { parse } from 'yaml'
import { budget } from '../../../../test/fuzz/budget.ts'
import { optionsOf } from '../../src/document-options.ts'
import { toModule, writeModule } from '../../src/module/module.ts'
import { checkReferences } from '../../src/reference.ts'
import { upgradeDocument } from '../../src/upgrade.ts'

type Said = Record<string, unknown>

const real: Said = parse(readFileSync('examples/realworld/openapi.yml', 'utf8'))

function placesIn(value: unknown): [holder: Said, name: string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [[value as Said, name], ...placesIn(inner)])
}

const strange = fc.constantFrom<unknown>(
  null,
  1,
  -1,
  'a',
  '',
  true,
  false,
  [],
  {},
  [null],
  [1],
  { a: 1 },
  { $ref: 3 },
  { $ref: '#/components/schemas/User' },
  { type: 'object' },
  { type: ['string', 'null'], enum: [null] }
)
const breakage = fc.tuple(fc.nat(), fc.option(strange, { nil: undefined }))

function broken(changes: readonly (readonly [number, unknown])[]): Said {
  const document = structuredClone(real)
  for (const [at, value] of changes) {
    const places = placesIn(document)
    const [holder, name] = places[at % places.length] ?? [document, 'info']
    if (value === undefined) delete holder[name]
    else holder[name] = structuredClone(value)
  }
  return document
}

function raise(error: unknown): never {
  throw error
}

function refuses(run: () => unknown): boolean {
  try {
    run()
    return false
  } catch (error) {
    assert.ok(error instanceof ArgumentError, String(error instanceof Error ? error.stack : error))
    assert.doesNotMatch(error.message, /Cannot (?:read|convert)|is not (?:a function|iterable|defined)/)
    return true
  }
}

test('any broken document is refused with a message or accepted', async () => {
  const property = fc.asyncProperty(fc.array(breakage, { minLength: 1, maxLength: 4 }), async (changes) => {
    const document = broken(changes)
    if (refuses(() => checkReferences(document, 'a.yml'))) return
    refuses(() => upgradeDocument(document))
    await optionsOf(document, toModule(document)).then(
      (options) => refuses(() => writeModule(toModule(document), 'a.yml', options)),
      (error: unknown) => refuses(() => raise(error))
    )
  })
  await fc.assert(property, budget(200))
})
