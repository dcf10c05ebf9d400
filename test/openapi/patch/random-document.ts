/** Random documents of applications: the document of an app with what people write into it, and the difference that makes it of the app's own. */
import fc from 'fast-check'
import { overlayOf } from '../../../packages/openapi-import/src/overlay.ts'
import type { Anything } from '../../anything.ts'

/** Which part is changed, and how. */
export type Edit = readonly [place: number, change: number]

export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(fc.tuple(fc.nat(60), fc.nat(20)), { maxLength: 12 })

type Change = (part: Anything, document: Anything) => void

const text: Change = (part) => Object.assign(part, { description: 'Said by hand.' })
const extension: Change = (part) => Object.assign(part, { 'x-note': { deep: [1, { more: true }] } })

/** What people change, by the kind of part. */
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
    extension,
    (part) => Object.assign(part, { links: { next: { operationId: 'getA' } } }),
    (part) => Object.assign(member(part, 'headers'), { 'x-request-id': { schema: { type: 'string' } } }),
    (part) => Object.assign(part.headers?.['x-one'] ?? {}, { example: 'x' })
  ],
  mediaType: [
    (part) => Object.assign(without(part, 'examples'), { example: { a: 'shown' } }),
    (part) => Object.assign(without(part, 'example'), { examples: { few: { summary: 'Few.', value: {} } } })
  ],
  schema: [
    text,
    (part) => Object.assign(part, { examples: [{}] }),
    (part) => Object.assign(part.properties?.a ?? {}, { description: 'The first.', examples: ['x'] }),
    (part) => Object.assign(part.properties?.b ?? {}, { enum: [1, 2], type: ['integer', 'null'] }),
    (part) => Object.assign(part.properties?.c?.items ?? {}, { format: 'odd' }),
    (part) => Object.assign(part, { allOf: [{ $ref: '#/components/schemas/thing' }, { description: 'And more.' }] })
  ]
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

/** The parts of a document that people change, each with its kind. */
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

/** Returns a document as people have changed it. */
export function edited(given: object, list: readonly Edit[]): Anything {
  const document = structuredClone(given)
  for (const [place, change] of list) {
    const parts = partsOf(document)
    const [kind, part] = parts[place % parts.length] ?? ['document', document]
    const known = changes[kind] ?? []
    known[change % known.length]?.(part, document)
  }
  return document
}

/** A document with its parameters by place and name, as patches have them. */
export function keyed(given: object): Anything {
  const document = structuredClone(given) as Anything
  for (const item of Object.values<Anything>(document.paths))
    for (const operation of Object.values<Anything>(item))
      if (Array.isArray(operation.parameters))
        operation.parameters = Object.fromEntries(
          operation.parameters.map((each: Anything) => [
            `${each.in} ${each.name}`.replace(/^header .*/, (key) => key.toLowerCase()),
            each
          ])
        )
  return document
}

/** Returns the patch that makes one document of another. */
export const patchOf = (wanted: object, given: object): Anything =>
  overlayOf(keyed(wanted), keyed(given))?.overlay ?? {}
