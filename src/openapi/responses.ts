import { isPlainObject } from '../base/plain-object.ts'
import { STATUS_CODES } from '../node-http.ts'
import { unwrapFluent } from '../schema/foreign-schema.ts'
import { expandShorthand } from '../schema/shorthand.ts'
import type { HookDescription } from '../tree/hook-description.ts'
import { contentOf, describeContent, hasNoContent } from './content.ts'
import { convertPart, type OperationContext, partOf } from './part.ts'
import { frameworkError } from './schema/framework-error.ts'

type Members = Readonly<Record<string, unknown>>

interface ResponseSources {
  readonly schema: Members
  readonly guards: readonly HookDescription[]
  /** Whether espalier itself sends error responses, because no error handler of the application applies. */
  readonly sendsFrameworkErrors: boolean
  readonly isBodiless: boolean
}

const classes: Readonly<Record<string, string>> = {
  ...{ '1XX': 'Information', '2XX': 'Success', '3XX': 'Redirection', '4XX': 'Client Error', '5XX': 'Server Error' },
  default: 'Any other answer'
}

const toKey = (status: string) => (status.toLowerCase() === 'default' ? 'default' : status.toUpperCase())

export function describeResponses(sources: ResponseSources, context: OperationContext): Record<string, object> {
  const declared = declaredBy(sources)
  const produced = listOf(sources.schema.produces)
  const described = [...declared].map(([status, value]) => {
    const isError = /^[45]/.test(status)
    const types = isError ? [] : produced
    return [status, describeResponse(status, value, types, sources.isBodiless, context)] as const
  })
  return Object.fromEntries(described.sort(([a], [b]) => (rankOf(a) < rankOf(b) ? -1 : 1)))
}

/** Returns a sort key. Exact statuses come before their class, because `~` sorts after digits, and `default` comes last. */
const rankOf = (status: string) => (status === 'default' ? '9' : status.replaceAll('X', '~'))

function declaredBy({ schema, guards, sendsFrameworkErrors }: ResponseSources): Map<string, unknown> {
  const own = isPlainObject(schema.response) ? Object.entries(schema.response) : []
  const declared = new Map(own.map(([status, value]) => [toKey(status), value]))
  // A response map that declares only errors allows every success.
  const isFree = ![...declared.keys()].some((status) => /^(?:2|default)/.test(status))
  const fallback = sendsFrameworkErrors ? frameworkError : undefined
  const covering = (status: string) => declared.get(`${status[0]}XX`) ?? declared.get('default') ?? fallback
  for (const { response = {}, errors = [] } of guards) {
    for (const [status, value] of Object.entries(response)) {
      const [, ofClass] = own.find(([key]) => toKey(key) === `${status[0]}XX`) ?? []
      if (!declared.has(toKey(status))) declared.set(toKey(status), joined(ofClass, value))
    }
    for (const status of errors.map(String)) if (!declared.has(status)) declared.set(status, covering(status))
  }
  if (isFree) declared.set('2XX', anything)
  if (sendsFrameworkErrors && !declared.has('default'))
    for (const status of ['4XX', '5XX']) if (!declared.has(status)) declared.set(status, frameworkError)
  return declared
}

const anything = { content: { '*/*': {} } }

/** Replaces the content of a guard's response by the route's schema for that status class, such as `4xx`. That schema serializes the response. */
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
  context: OperationContext
): object {
  const value = contentOf(unwrapFluent(given)) === undefined ? expandShorthand(given) : unwrapFluent(given)
  const response = isPlainObject(value) ? value : {}
  const description = response.description ?? STATUS_CODES[status] ?? classes[status] ?? status
  const headers = describeHeaders(response.headers, context)
  const isEmpty = isBodiless || given === undefined || hasNoContent(value) || /^(?:1|204|205|304)/.test(status)
  const fallback = (isText: boolean) => (produced.length > 0 ? produced : [isText ? 'text/plain' : 'application/json'])
  return {
    description,
    ...(headers !== undefined && { headers }),
    ...(!isEmpty && { content: describeContent(given, 'out', fallback, context) })
  }
}

function describeHeaders(given: unknown, context: OperationContext): object | undefined {
  if (!isPlainObject(given) || Object.keys(given).length === 0) return undefined
  const described = Object.entries(given).map(([name, value]) => {
    const schema = convertPart(partOf(value, 'out', context), context)
    const description = isPlainObject(value) ? value.description : undefined
    return [name, { ...(typeof description === 'string' && { description }), schema }]
  })
  return Object.fromEntries(described)
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
