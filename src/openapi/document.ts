import type { OpenApiDocument, OpenApiOptions, OpenApiTag, OpenApiVersion } from '../../types/openapi.ts'
import { coreOf } from '../adapter/create-app.ts'
import { getOrCreate } from '../base/get-or-create.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { attachedSchemasIn } from '../contract/attached-schema.ts'
import { checkArgument } from '../error/argument.ts'
import { errors } from '../error/error.ts'
import { schemasSeenBy, settingSeenBy } from '../tree/inherit.ts'
import { type ContextNode, nodeOf, type Tree } from '../tree/node.ts'
import { isFunction } from '../user-function.ts'
import { type DescribedOperation, describeOperation } from './operation.ts'
import { nameOperations } from './operation-id.ts'
import { type Operation, operationsOf } from './routes.ts'
import { Components } from './schema/components.ts'
import { convertInPlace } from './schema/convert.ts'
import type { SchemaContext } from './schema/scope.ts'
import { checkNames, collectSchemes } from './security.ts'

const pathMethods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])

const known = ['info', 'version', 'servers', 'tags', 'securitySchemes', 'externalDocs', 'patch', 'onLeftOut']

const patchMaker = "the result of mergePatch(changes) of '@espalier/openapi-import/patch'"

export interface Described {
  readonly document: OpenApiDocument
  readonly leftOut: readonly string[]
}

export function describeApp(app: object, options: OpenApiOptions): Described {
  checkOptions(options)
  const { version = '3.1' } = options
  const { operations, leftOut } = operationsOf(treeOf(app))
  const inVersion = operations.filter(({ method }) => version !== '3.1' || pathMethods.has(method))
  const foreign = operations.filter((operation) => !inVersion.includes(operation))
  const sentences = [
    ...leftOut,
    ...foreign.map(
      ({ method, path }) => `${method} ${path} is left out: OpenAPI 3.1 does not have the method. Version 3.2 does.`
    )
  ]
  const document = describeOperations(inVersion, version, options)
  const patched = options.patch === undefined ? document : options.patch(document, (one) => sentences.push(one))
  checkArgument(isPlainObject(patched), "The result of the option 'patch' of openapi()", 'a document', patched)
  return { document: patched, leftOut: sentences }
}

function treeOf(app: object): Tree {
  const node: ContextNode | undefined = nodeOf(Object(app))
  const isApp = node !== undefined && coreOf(node.tree.root.app) !== undefined
  checkArgument(isApp, 'The first argument of openapi()', 'an app of the installed espalier', app)
  if (node.tree.phase === 'open') throw new errors.ESP_ERR_NOT_READY('openapi()')
  return node.tree
}

function describeOperations(
  operations: readonly Operation[],
  version: OpenApiVersion,
  { info, servers = [{ url: '/' }], securitySchemes = {}, externalDocs, tags: given = [] }: OpenApiOptions
): OpenApiDocument {
  const components = new Components()
  const contextOf = createContexts(operations)
  const ids = nameOperations(operations)
  const described = operations.map((operation, index) => {
    const context = {
      context: contextOf(operation.declaration.node),
      components,
      version,
      operationId: ids[index] ?? ''
    }
    return [operation, describeOperation(operation, context)] as const
  })
  const schemas = components.finish((schema, scope) => convertInPlace(schema, scope, components))
  const guards = operations.flatMap((operation) => operation.guards)
  const schemes = collectSchemes(securitySchemes, guards)
  for (const [{ method, path }, { security = [] }] of described) checkNames(security, schemes, `${method} ${path}`)
  const tags = tagsOf(
    given,
    described.map(([, operation]) => operation)
  )
  return {
    openapi: `${version}.0`,
    info,
    ...(externalDocs !== undefined && { externalDocs }),
    servers,
    security: [],
    ...(tags.length > 0 && { tags }),
    paths: pathsOf(described),
    ...componentsOf(schemas, schemes)
  }
}

function checkOptions(options: unknown): asserts options is OpenApiOptions {
  const what = 'The second argument of openapi()'
  checkArgument(isPlainObject(options), what, 'an object', options)
  for (const name of Object.keys(options))
    checkArgument(known.includes(name), `An option of openapi()`, `one of ${known.join(', ')}`, name)
  const { info, patch, version } = options
  const hasTitle = isPlainObject(info) && typeof info.title === 'string' && typeof info.version === 'string'
  checkArgument(
    hasTitle,
    "The option 'info' of openapi()",
    'an object with the title and the version of the application',
    info
  )
  const isVersion = version === undefined || version === '3.1' || version === '3.2'
  checkArgument(isVersion, "The option 'version' of openapi()", "'3.1' or '3.2'", version)
  const isPatch = patch === undefined || isFunction(patch)
  checkArgument(isPatch, "The option 'patch' of openapi()", `a function, such as ${patchMaker}`, patch)
}

function createContexts(operations: readonly Operation[]): (node: ContextNode) => SchemaContext {
  // Guards may be used in any context. So all contexts get the schemas to which the responses of guards refer.
  const inGuards = operations.flatMap(({ guards }) =>
    guards.flatMap(({ response }) => [...attachedSchemasIn(response)])
  )
  const attached = Object.fromEntries(inGuards.map((schema) => [schema.$id, schema]))
  const contexts = new Map<ContextNode, SchemaContext>()
  const contextOf = (node: ContextNode): SchemaContext =>
    getOrCreate(contexts, node, () => {
      const library = settingSeenBy(node, 'schemaLibrary')
      const context = { node, shared: { ...attached, ...schemasSeenBy(node) }, library }
      const around = node.parent === null ? undefined : contextOf(node.parent)
      return around !== undefined && seesTheSame(around, context) ? around : context
    })
  return contextOf
}

function seesTheSame(one: SchemaContext, other: SchemaContext): boolean {
  const ids = Object.keys(one.shared)
  const isEqual = ids.every((id) => one.shared[id] === other.shared[id])
  return isEqual && ids.length === Object.keys(other.shared).length && one.library === other.library
}

type Entry = readonly [operation: Operation, described: DescribedOperation]

function pathsOf(described: readonly Entry[]): OpenApiDocument['paths'] {
  const paths = new Map<string, Record<string, unknown>>()
  for (const [{ method, path }, operation] of described) {
    const item = getOrCreate(paths, path, (): Record<string, unknown> => ({}))
    if (pathMethods.has(method) || method === 'QUERY') item[method.toLowerCase()] = operation
    else item.additionalOperations = { ...Object(item.additionalOperations), [method]: operation }
  }
  return Object.fromEntries(paths)
}

function tagsOf(given: readonly OpenApiTag[], operations: readonly DescribedOperation[]): readonly OpenApiTag[] {
  const listed = new Set(given.map(({ name }) => name))
  const used = new Set(operations.flatMap(({ tags = [] }) => tags))
  const others = [...used].filter((name) => !listed.has(name)).sort((a, b) => (a < b ? -1 : 1))
  return [...given, ...others.map((name) => ({ name }))]
}

function componentsOf(schemas: Record<string, unknown>, schemes: ReadonlyMap<string, object>) {
  const securitySchemes = Object.fromEntries([...schemes].sort(([a], [b]) => (a < b ? -1 : 1)))
  const components = {
    ...(Object.keys(schemas).length > 0 && { schemas }),
    ...(schemes.size > 0 && { securitySchemes: securitySchemes as OpenApiDocument['components'] & object })
  }
  return Object.keys(components).length > 0 ? { components: components as OpenApiDocument['components'] & object } : {}
}
