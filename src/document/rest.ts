/**
 * What a document says that its endpoints do not: the constant `document` of their module. It is found by asking an app of these endpoints for its
 * document, so that both together are the document that was read.
 */
import type { OpenApiOptions } from '../../types/openapi.ts'
import { createApp } from '../adapter/create-app.ts'
import { overlayOf } from '../base/overlay.ts'
import { ArgumentError } from '../base/usage-error.ts'
import { endpoint } from '../contract/endpoint.ts'
import { readOf } from '../error/error.ts'
import { describeTree } from '../openapi/document.ts'
import { renamePaths } from '../openapi/path-name.ts'
import { callMethod } from '../tree/app-object.ts'
import { nodeOf } from '../tree/node.ts'
import { type JsonObject, objectIn } from './json.ts'
import type { Module } from './module/module.ts'
import { endpointValue, schemaValue } from './module/node-value.ts'
import { toNormalForm } from './normal-form.ts'
import { createResolve } from './reference.ts'

/** What `openapi()` has options for. */
const options = ['servers', 'tags', 'externalDocs'] as const

/** @throws UsageError when no app can implement the endpoints */
export function restOf(document: JsonObject, module: Module): JsonObject {
  const { securitySchemes: schemes } = objectIn(document.components)
  checkInfo(document)
  const given: OpenApiOptions = {
    info: document.info as OpenApiOptions['info'],
    ...Object.fromEntries(options.flatMap((name) => (document[name] === undefined ? [] : [[name, document[name]]]))),
    ...(String(document.openapi).startsWith('3.2') && { version: '3.2' }),
    ...(schemes !== undefined && { securitySchemes: objectIn(schemes) as OpenApiOptions['securitySchemes'] & object })
  }
  const described = describe(module, given)
  const paths = renamePaths(objectIn(described.paths), Object.keys(objectIn(document.paths)))
  const found = overlayOf(toNormalForm(document), toNormalForm({ ...described, paths }))
  const rest = withNames(objectIn(found?.overlay), Object.keys(paths), objectIn(described.paths))
  return { ...given, ...(Object.keys(rest).length > 0 && { rest }) }
}

/** Paths whose parameters have other names in the router are named, whatever else there is to say of them. */
function withNames(rest: JsonObject, names: readonly string[], described: JsonObject): JsonObject {
  const renamed = names.filter((name) => !Object.hasOwn(described, name))
  if (renamed.length === 0) return rest
  const paths = objectIn(rest.paths)
  return { ...rest, paths: { ...Object.fromEntries(renamed.map((name) => [name, {}])), ...paths } }
}

function checkInfo({ info }: JsonObject): void {
  const { title, version } = objectIn(info)
  if (typeof title === 'string' && typeof version === 'string') return
  for (const [name, value] of Object.entries({ title, version }))
    if (typeof value === 'number' || typeof value === 'boolean')
      throw new ArgumentError(
        `The document's ${name} is the ${typeof value} ${value}, and must be a text. Write it in quotes, as in ${name}: '${name === 'version' ? '1.0' : value}'.`
      )
  throw new ArgumentError(
    "The document has no title or no version: it must say 'info: { title: Books, version: 1.0.0 }'."
  )
}

function describe({ components, document, endpoints }: Module, given: OpenApiOptions): JsonObject {
  const resolve = createResolve(document)
  const app = createApp({ logger: false, exposeHeadRoutes: false })
  const node = nodeOf(app)
  try {
    callMethod(app, 'setErrorHandler', () => undefined)
    // Each stands for a constant of the module, which its references bring along.
    for (const { name, schema } of components)
      callMethod(app, 'addSchema', { ...objectIn(schemaValue(schema, resolve)), $id: name })
    for (const node of endpoints) {
      // As the module makes it, which refuses a path over two lines.
      const { method, path } = endpoint(`${node.method} ${node.path}`)
      const schema = endpointValue(node, resolve)
      callMethod(app, 'route', { method, url: path, schema, handler: () => undefined })
    }
    return objectIn(describeTree(node.tree, given).document)
  } catch (error) {
    throw new ArgumentError(sentenceOf(error), { cause: error })
  }
}

/** What the framework says of a route is a sentence; what it stumbles over stands where OpenAPI has something else. */
function sentenceOf(error: unknown): string {
  if (error instanceof Error && typeof readOf(error, 'code') === 'string') return error.message
  return 'The document is not as OpenAPI has it, and no endpoints can be written from it. What is wrong says: npx @redocly/cli lint'
}
