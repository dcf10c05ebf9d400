/**
 * Converts documents to a normal form, so that documents with the same meaning are equal. References to parameters, headers, bodies and responses are
 * replaced by their targets. Parameters of path items move to their operations. Members without effect, such as `required: false`, are removed.
 */
import { isPlainObject } from '@espalier/command-kit'
import { type JsonObject, listIn, objectIn } from './json.ts'
import { keyOf, operationsOf } from './operation.ts'
import { changeParts, type Kind, visitParts } from './part.ts'
import { restrictingKeywords } from './patch/kind.ts'
import { createResolve, endOfReference, type Resolve } from './reference.ts'
import { schemaIn, schemasOf, withSchemas } from './schema-name.ts'

const followed: readonly Kind[] = ['parameter', 'requestBody', 'response', 'mediaType', 'callback', 'encoding']
const dropped = new Set(['parameters', 'headers', 'requestBodies', 'responses', 'callbacks', 'pathItems', 'mediaTypes'])

export function toNormalForm(document: JsonObject): JsonObject {
  const resolve = createResolve(document)
  const follow = createFollow(document, resolve)
  const { components, paths: _paths, webhooks, ...rest } = document
  const schemas = Object.entries(schemasOf(document)).map(([name, schema]) => [name, follow(schema, 'schema')])
  const kept = Object.entries(objectIn(components)).filter(([name]) => !dropped.has(name))
  const hooks = Object.entries(objectIn(webhooks)).map(([name, item]) => [name, follow(item, 'pathItem')])
  const written: JsonObject = {
    ...rest,
    paths: pathsOf(document, resolve, follow),
    ...(webhooks !== undefined && { webhooks: Object.fromEntries(hooks) }),
    ...(kept.length > 0 && { components: Object.fromEntries(kept) })
  }
  const whole = schemas.length === 0 ? written : withSchemas(written, Object.fromEntries(schemas))
  return withoutIdle(objectIn(changeParts(whole, 'document', (part, kind) => withoutNothing(part, kind))))
}

function withoutIdle(document: JsonObject): JsonObject {
  const schemas = schemasOf(document)
  const used = new Set<unknown>()
  visitParts(document, 'document', (part) => used.add(schemaIn(part.$ref)))
  const kept = Object.entries(schemas).filter(
    ([name, schema]) =>
      used.has(name) || !isPlainObject(schema) || restrictingKeywords.some((keyword) => keyword in schema)
  )
  const isSame = kept.length === Object.keys(schemas).length
  return isSame ? document : withSchemas(document, Object.fromEntries(kept))
}

/** Returns `paths` in normal form. Lists of parameters become objects with keys such as `query limit`, because their order has no meaning. */
function pathsOf(document: JsonObject, resolve: Resolve, follow: Follow): JsonObject {
  const paths = new Map<string, unknown>()
  for (const [path, given] of Object.entries(objectIn(document.paths)))
    if (!path.startsWith('/')) paths.set(path, given)
  for (const { item: given, method, parameters, path, value } of operationsOf(document, resolve)) {
    const own = Object.fromEntries([
      ...namesIn(path).map((name) => [
        `path ${name}`,
        { in: 'path', name, required: true, schema: { type: 'string' } }
      ]),
      ...parameters.map((parameter) => [keyOf(parameter, resolve), follow(parameter, 'parameter')])
    ])
    const operation = { ...value, ...(Object.keys(own).length > 0 && { parameters: own }) }
    const item = objectIn(paths.get(path) ?? withoutParameters(given))
    const name = method.toLowerCase()
    const written = follow(operation, 'operation')
    paths.set(
      path,
      Object.hasOwn(item, name)
        ? { ...item, [name]: written }
        : { ...item, additionalOperations: { ...objectIn(item.additionalOperations), [method]: written } }
    )
  }
  return Object.fromEntries(paths)
}

/** Returns the names of path parameters, even if the document does not describe them. */
const namesIn = (path: string) => [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)

const withoutParameters = ({ parameters: _parameters, $ref: _reference, ...item }: JsonObject): JsonObject => item

type Follow = (value: unknown, kind: Kind, open?: ReadonlySet<unknown>) => unknown

/** Returns a function that replaces references by their targets. References to `components/schemas`, and references in a circle, are kept. */
function createFollow(document: JsonObject, resolve: Resolve): Follow {
  function targetOf(value: unknown, kind: Kind): unknown {
    const { $ref } = objectIn(value)
    if (kind !== 'schema' || typeof $ref !== 'string') return resolve(value)
    const end = endOfReference(document, $ref)
    return schemaIn(end) === undefined ? resolve(value) : { ...objectIn(value), $ref: end }
  }
  const follow: Follow = (value, kind, open = new Set()) => {
    const target = targetOf(value, kind)
    const deeper = new Set([...open, target])
    return changeParts(target, kind, (part, inner, path) => {
      const isElsewhere = inner === 'schema' ? schemaIn(part.$ref) === undefined : followed.includes(inner)
      const isFollowed = path.length > 0 && typeof part.$ref === 'string' && isElsewhere && !deeper.has(resolve(part))
      const { $ref: _reference, ...beside } = part
      const found = isFollowed
        ? { ...objectIn(follow(part, inner, deeper)), ...(inner === 'schema' && beside) }
        : withoutNothing(part, inner)
      return inner === 'response' && bodiless.test(path.at(-1) ?? '') ? withoutContent(found) : found
    })
  }
  return follow
}

/** Statuses without a body (RFC 9110 §6.4.1, §15.3.5, §15.3.6, §15.4.5). */
const bodiless = /^(?:1\d\d|1XX|204|205|304)$/i

const withoutContent = ({ content: _content, ...rest }: JsonObject): JsonObject => rest

function withoutNothing(part: JsonObject, kind: Kind): JsonObject {
  const entries = Object.entries(part).flatMap(([name, value]): [string, unknown][] => {
    if ((name === 'required' || name === 'deprecated') && value === false) return []
    if (name === 'parameters' && kind === 'operation' && Array.isArray(value) && value.length === 0) return []
    if (name === 'responses' && kind === 'operation' && Object.keys(objectIn(value)).length === 0) return []
    if (name === 'content' && kind === 'response' && Object.keys(objectIn(value)).length === 0) return []
    if (kind !== 'schema' || name !== 'required' || !Array.isArray(value)) return [[name, value]]
    // The order of names in `required` has no meaning, so they are sorted.
    return value.length === 0 ? [] : [[name, [...new Set(listIn(value))].sort()]]
  })
  return Object.fromEntries(entries)
}
