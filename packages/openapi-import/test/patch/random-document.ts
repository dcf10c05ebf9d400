/** Random changes to the document of an app, and the patches that make these changes. */
import fc from 'fast-check'
import type { Anything } from '../../../../test/anything.ts'
import { createMergePatch } from '../../src/json-merge-patch.ts'

export type Edit = readonly [place: number, change: number]

export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(fc.tuple(fc.nat(60), fc.nat(20)), { maxLength: 12 })

type Change = (part: Anything, document: Anything) => void

const text: Change = (part) => Object.assign(part, { description: 'Said by hand.' })
const inherited: Change = (part) => {
  for (const name of ['constructor', 'toString', '__proto__'])
    Object.defineProperty(part, name, { value: 'own', enumerable: true, configurable: true, writable: true })
}
const extension: Change = (part) => Object.assign(part, { 'x-note': { deep: [1, { more: true }] } })

const named: Change = (part, document) => {
  if (part?.schema?.properties === undefined) return
  const fields = { a: { type: 'string' }, b: { type: 'integer' } }
  member(components(document), 'schemas').thing ??= { type: 'object', properties: fields }
  part.schema = { $ref: '#/components/schemas/thing' }
}
const namedOf: Change = (part, document) => named(part.content?.['application/json'], document)

const changes: Readonly<Record<string, readonly Change[]>> = {
  document: [
    extension,
    (part) => Object.assign(part, { tags: [{ name: 'shop', description: 'All of it.' }] }),
    (part) => Object.assign(part, { servers: [{ url: 'https://example.com', description: 'Live.' }] }),
    (part) => Object.assign(components(part), { 'x-more': 1 }),
    (part) => Object.assign(member(components(part), 'schemas'), { unused: { type: 'string' } }),
    (part) => {
      const payload = { schema: { $ref: '#/components/schemas/thing' } }
      if (components(part).schemas?.thing !== undefined)
        part.webhooks = { told: { post: { requestBody: { content: { 'application/json': payload } } } } }
    }
  ],
  operation: [
    text,
    (part, document) => {
      for (const response of Object.values(part.responses)) namedOf(response, document)
    },
    extension,
    (part) => Object.assign(part, { summary: 'Short.', tags: ['shop', 'other'] }),
    (part) => Object.assign(part, { operationId: 'chosen' }),
    (part) => Object.assign(part, { externalDocs: { url: 'https://example.com/docs' } }),
    (part) => Object.assign(part, { servers: [{ url: 'https://other.example.com' }] }),
    (part, document) => {
      member(components(document), 'securitySchemes').key = { type: 'http', scheme: 'bearer' }
      part.security = [{ key: [] }]
    },
    (part) => {
      const [first = '2XX'] = Object.keys(part.responses)
      if (Object.keys(part.responses).length > 1 && first !== '2XX') delete part.responses[first]
    },
    (part) => {
      part.parameters = part.parameters?.filter((each: Anything) => each.in === 'path')
      if (!part.parameters?.length) delete part.parameters
    }
  ],
  parameter: [
    text,
    (part) => Object.assign(without(part, 'examples'), { example: 1 }),
    (part) => Object.assign(without(part, 'example'), { examples: { few: { value: 2 } } }),
    (part) => Object.assign(part, { deprecated: true, ...(part.in === 'query' && { allowEmptyValue: true }) }),
    (part) => {
      delete part.schema
      part.content = { 'application/json': { schema: { type: 'integer' } } }
    }
  ],
  response: [
    text,
    namedOf,
    extension,
    (part) => Object.assign(part, { links: { next: { operationId: 'getA' } } }),
    (part) => Object.assign(member(part, 'headers'), { 'x-request-id': { schema: { type: 'string' } } }),
    (part) => {
      for (const header of Object.values<Anything>(part.headers ?? {})) header.example = 'x'
    }
  ],
  mediaType: [
    named,
    (part) => {
      if (part.schema?.$ref)
        part.schema = { type: 'object', properties: { a: { type: 'string' }, c: { type: 'array', items: {} } } }
    },
    (part) => Object.assign(without(part, 'examples'), { example: { a: 'shown' } }),
    (part) => Object.assign(without(part, 'example'), { examples: { few: { summary: 'Few.', value: {} } } })
  ],
  schema: [
    text,
    inherited,
    (part) => Object.assign(part, { examples: [{}] }),
    (part) => Object.assign(part.properties?.a ?? {}, { description: 'The first.', examples: ['x'] }),
    (part) => Object.assign(part.properties?.b ?? {}, { enum: [1, 2], type: ['integer', 'null'] }),
    (part) => Object.assign(part.properties?.c?.items ?? {}, { format: 'odd' }),
    (part) => Object.assign(part, { allOf: [{ $ref: '#/components/schemas/thing' }, { description: 'And more.' }] })
  ]
}

const mistakes: Readonly<Record<string, readonly Change[]>> = {
  document: [
    (part) => Object.assign(part, { tags: [{ description: 'Nameless.' }, { name: 'shop' }] }),
    (part) => Object.assign(part, { servers: [{ description: 'Nowhere.' }, { url: 'https://example.com' }] }),
    (part) => Object.assign(part, { externalDocs: { description: 'Nowhere.' } }),
    (part) => Object.assign(member(components(part), 'parameters'), { loose: { name: 'loose', in: 'query' } }),
    (part) => Object.assign(member(components(part), 'responses'), { silent: { headers: {} } }),
    (part) => Object.assign(member(components(part), 'requestBodies'), { empty: { description: 'Of nothing.' } }),
    (part) => Object.assign(member(components(part), 'headers'), { bare: { description: 'Of no kind.' } })
  ],
  operation: [
    (part) => Object.assign(part, { parameters: [...(part.parameters ?? []), { name: 'accept', in: 'header' }] }),
    (part) => Object.assign(part, { externalDocs: { description: 'Nowhere.' } }),
    (part) => Object.assign(part, { servers: [{ description: 'Nowhere.' }] }),
    (part) => Object.assign(part, { security: [{ unknown: [] }] }),
    (part) => Object.assign(part, { operationId: 'twice' }),
    (part) => part.requestBody === undefined || delete part.requestBody.content,
    (part) => Object.assign(part.responses, { '103': { headers: {} } })
  ],
  parameter: [
    (part) => Object.assign(part, { example: 1, examples: { few: { value: 2 } } }),
    (part) => Object.assign(part, { content: { 'application/json': { schema: {} } }, schema: { type: 'integer' } }),
    (part) => Object.assign(part, { content: { 'application/json': {} }, example: 1, style: 'form' })
  ],
  response: [
    (part) => Object.assign(member(part, 'headers'), { 'x-bare': { description: 'Of no kind.' } }),
    (part) => delete part.description,
    (part) => {
      for (const header of Object.values<Anything>(part.headers ?? {}))
        Object.assign(header, { content: { 'text/plain': {} }, schema: { type: 'string' } })
    }
  ],
  mediaType: [
    (part) => Object.assign(part, { example: {}, examples: { few: { value: {} } } }),
    (part) => Object.assign(part, { schema: { $ref: '#/components/schemas/nowhere' } })
  ],
  schema: [(part) => Object.assign(part, { allOf: [{ $ref: '#/components/schemas/nowhere' }] })]
}

function member(part: Anything, name: string): Anything {
  part[name] ??= {}
  return part[name]
}

function without(part: Anything, name: string): Anything {
  delete part[name]
  return part
}

const components = (document: Anything) => member(document, 'components')

function partsOf(document: Anything): [kind: string, part: Anything][] {
  const operations = Object.values<Anything>(document.paths).flatMap((item) => Object.values<Anything>(item))
  const responses = operations.flatMap(({ responses: each }) => Object.values<Anything>(each))
  const types = [...responses, ...operations.flatMap(({ requestBody }) => requestBody ?? [])].flatMap(({ content }) =>
    Object.values<Anything>(content ?? {})
  )
  const schemas = [...types.map(({ schema }) => schema), ...Object.values<Anything>(document.components?.schemas ?? {})]
  const ofKind = (kind: string, parts: Anything[]) => parts.map((part): [string, Anything] => [kind, part])
  return [
    ['document', document],
    ...ofKind('operation', operations),
    ...ofKind(
      'parameter',
      operations.flatMap(({ parameters = [] }) => parameters)
    ),
    ...ofKind('response', responses),
    ...ofKind('mediaType', types),
    ...ofKind(
      'schema',
      schemas.filter((schema) => schema !== undefined && schema.$ref === undefined)
    )
  ]
}

export const edited = (given: object, list: readonly Edit[]): Anything => changedBy(changes, given, list)

export const mistaken = (given: object, list: readonly Edit[]): Anything => changedBy(mistakes, given, list)

function changedBy(table: typeof changes, given: object, list: readonly Edit[]): Anything {
  const document = structuredClone(given)
  for (const [place, change] of list) {
    const parts = partsOf(document)
    const [kind, part] = parts[place % parts.length] ?? ['document', document]
    const known = table[kind] ?? []
    known[change % known.length]?.(part, document)
  }
  return document
}

export function keyed(given: object): Anything {
  const document = structuredClone(given) as Anything
  for (const item of Object.values<Anything>(Object(document.paths)))
    for (const operation of Object.values<Anything>(Object(item)))
      if (Array.isArray(operation?.parameters))
        operation.parameters = Object.fromEntries(
          operation.parameters.map((each: Anything) => [
            `${each?.in} ${each?.name}`.replace(/^header .*/, (key) => key.toLowerCase()),
            each
          ])
        )
  return document
}

export const patchOf = (wanted: object, given: object): Anything =>
  createMergePatch(keyed(wanted), keyed(given))?.patch ?? {}
