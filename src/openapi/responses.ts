/** Describes the responses of an operation, sorted by status: those of the route, its contexts and guards, and the framework's own errors. */
import { isPlainObject } from '../base/plain-object.ts'
import { STATUS_CODES } from '../node-http.ts'
import { unwrapFluent } from '../schema/foreign-schema.ts'
import { expandShorthand } from '../schema/shorthand.ts'
import type { HookDescription } from '../tree/hook-description.ts'
import { type ContentSite, contentOf, describeContent, isNothing } from './content.ts'
import { convertPart, partOf } from './part.ts'
import { frameworkError } from './schema/framework-error.ts'

type Said = Readonly<Record<string, unknown>>

interface Answering {
  readonly schema: Said
  readonly guards: readonly HookDescription[]
  /** Whether the framework writes errors, because the application has no error handler. */
  readonly isStock: boolean
  /** Whether the method is HEAD, whose responses have no content. */
  readonly isBodiless: boolean
}

const classes: Readonly<Record<string, string>> = {
  ...{ '1XX': 'Information', '2XX': 'Success', '3XX': 'Redirection', '4XX': 'Client Error', '5XX': 'Server Error' },
  default: 'Any other answer'
}

/** `2xx` is `2XX` in OpenAPI. */
const toKey = (status: string) => (status.toLowerCase() === 'default' ? 'default' : status.toUpperCase())

export function describeResponses(answering: Answering, site: ContentSite): Record<string, object> {
  const declared = declaredBy(answering)
  const produced = listOf(answering.schema.produces)
  const described = [...declared].map(([status, value]) => {
    const isError = /^[45]/.test(status)
    const types = isError ? [] : produced
    return [status, describeResponse(status, value, types, answering.isBodiless, site)] as const
  })
  return Object.fromEntries(described.sort(([a], [b]) => (rankOf(a) < rankOf(b) ? -1 : 1)))
}

/** Sorts `responses`: exact statuses first, then their class, then `default`. */
const rankOf = (status: string) => (status === 'default' ? '9' : status.replaceAll('X', '~'))

/** The declared responses, by their keys in OpenAPI. */
function declaredBy({ schema, guards, isStock }: Answering): Map<string, unknown> {
  const own = isPlainObject(schema.response) ? Object.entries(schema.response) : []
  const declared = new Map(own.map(([status, value]) => [toKey(status), value]))
  // If no success is declared, every success is possible.
  const isFree = ![...declared.keys()].some((status) => /^(?:2|default)/.test(status))
  const stock = isStock ? frameworkError : undefined
  const covering = (status: string) => declared.get(`${status[0]}XX`) ?? declared.get('default') ?? stock
  for (const { response = {}, errors = [] } of guards) {
    for (const [status, value] of Object.entries(response))
      if (!declared.has(toKey(status))) declared.set(toKey(status), joined(coveringIn(own, status), value))
    for (const status of errors.map(String)) if (!declared.has(status)) declared.set(status, covering(status))
  }
  if (isFree) declared.set('2XX', anything)
  if (isStock && !declared.has('default'))
    for (const status of ['4XX', '5XX']) if (!declared.has(status)) declared.set(status, frameworkError)
  return declared
}

const anything = { content: { '*/*': {} } }

/** The route's own entry for the class of a status. The entry also applies to responses of guards. */
const coveringIn = (own: readonly (readonly [string, unknown])[], status: string) =>
  own.find(([key]) => toKey(key) === `${status[0]}XX`)?.[1]

/**
 * Joins a guard's response with the route's entry for the same class of statuses. The route's schema serializes the body. The guard's description and
 * headers are kept.
 */
function joined(covering: unknown, value: unknown): unknown {
  if (covering === undefined || !isPlainObject(value)) return value
  const { description, headers } = value
  const content = contentOf(covering) ?? { 'application/json': { schema: covering } }
  return { content, ...(description !== undefined && { description }), ...(headers !== undefined && { headers }) }
}

function describeResponse(
  status: string,
  given: unknown,
  produced: readonly string[],
  isBodiless: boolean,
  site: ContentSite
): object {
  const value = contentOf(unwrapFluent(given)) === undefined ? expandShorthand(given) : unwrapFluent(given)
  const said = isPlainObject(value) ? value : {}
  const description = said.description ?? STATUS_CODES[status] ?? classes[status] ?? status
  const headers = describeHeaders(said.headers, site)
  const isEmpty = isBodiless || given === undefined || isNothing(value) || /^(?:1|204|205|304)/.test(status)
  const fallback = (isText: boolean) => (produced.length > 0 ? produced : [isText ? 'text/plain' : 'application/json'])
  return {
    description,
    ...(headers !== undefined && { headers }),
    ...(!isEmpty && { content: describeContent(given, 'out', fallback, site) })
  }
}

function describeHeaders(given: unknown, site: ContentSite): object | undefined {
  if (!isPlainObject(given) || Object.keys(given).length === 0) return undefined
  const described = Object.entries(given).map(([name, value]) => {
    const schema = convertPart(partOf(value, 'out', site), site)
    const description = isPlainObject(value) ? value.description : undefined
    return [name, { ...(typeof description === 'string' && { description }), schema }]
  })
  return Object.fromEntries(described)
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
