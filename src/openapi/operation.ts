import { isPlainObject } from '../base/plain-object.ts'
import { contentOf, describeContent } from './content.ts'
import { describeParameters } from './parameters.ts'
import { type OperationContext, partOf } from './part.ts'
import { parametersOf } from './path.ts'
import { describeResponses } from './responses.ts'
import type { Operation } from './routes.ts'
import { toJson } from './schema/convert.ts'
import { describeSecurity, type Requirement } from './security.ts'

type Members = Readonly<Record<string, unknown>>

export interface DescribedOperation extends Members {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly security?: readonly Requirement[]
}

export function describeOperation(operation: Operation, context: OperationContext): DescribedOperation {
  const { guards, sendsFrameworkErrors, labels, method, schema, template } = operation
  const path = parametersOf(template)
  const parameters = describeParameters(schema, path, labels, context)
  const requestBody = describeBody(schema, context)
  const security = describeSecurity(schema.security, guards)
  const tags = Array.isArray(schema.tags) ? { tags: schema.tags.map(String) } : {}
  return {
    operationId: context.operationId,
    ...tags,
    summary: schema.summary ?? toSentence(operation.operationId ?? operation.endpointName ?? context.operationId),
    ...pick(schema, ['description', 'deprecated', 'externalDocs']),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: describeResponses({ schema, guards, sendsFrameworkErrors, isBodiless: method === 'HEAD' }, context),
    ...(security !== undefined && { security }),
    ...pick(schema, ['callbacks', 'servers', ...Object.keys(schema).filter((name) => name.startsWith('x-'))])
  }
}

function pick(schema: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.flatMap((name) => (schema[name] === undefined ? [] : [[name, toJson(schema[name])]])))
}

/** Makes a summary from a name: `signUp` becomes `Sign up`. Most viewers list operations by their summaries. */
function toSentence(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s_.-]+/)
  const [first = '', ...others] = words.map((word) => (/^[A-Z][a-z\d]*$/.test(word) ? word.toLowerCase() : word))
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' ')
}

/** A route without a body schema still has a body if its option `consumes` lists media types. */
function describeBody({ body, consumes }: Members, context: OperationContext): object | undefined {
  const consumed = Array.isArray(consumes) ? consumes.map(String) : []
  if (body === undefined && consumed.length === 0) return undefined
  const defaultTypes = (isText: boolean) => (isText ? ['application/json', 'text/plain'] : ['application/json'])
  const content = describeContent(body ?? {}, 'in', consumed.length > 0 ? () => consumed : defaultTypes, context)
  const whole = isPlainObject(body) && contentOf(body) !== undefined ? body : {}
  return {
    ...pick(whole, ['description']),
    ...(body !== undefined && !admitsNull(body, context) && { required: true }),
    content
  }
}

/** A body is optional if all its schemas allow null, because validation treats a missing body as null. */
function admitsNull(body: unknown, context: OperationContext): boolean {
  const content = contentOf(body)
  const schemas = content === undefined ? [body] : Object.values(content).map((entry) => Object(entry).schema)
  return schemas.every((schema) => takesNull(partOf(schema, 'in', context).schema))
}

function takesNull(schema: unknown): boolean {
  if (!isPlainObject(schema)) return false
  const members = [schema.anyOf, schema.oneOf].flatMap((union) => (Array.isArray(union) ? union : []))
  return schema.nullable === true || [schema.type].flat().includes('null') || members.some(takesNull)
}
