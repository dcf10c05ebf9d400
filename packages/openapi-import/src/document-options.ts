/**
 * Computes two constants of the generated module, for facts that endpoints cannot contain. The constant `document` has the options of `openapi()`.
 * The constant `documentPatch` is the difference between the original document and the document that `openapi()` generates for the endpoints.
 */
import { ArgumentError } from '@espalier/command-kit'
import { espalier } from 'espalier'
import { endpoint } from 'espalier/contract'
import { type OpenApiOptions, openapi } from 'espalier/openapi'
import { type JsonObject, objectIn } from './json.ts'
import { createMergePatch } from './json-merge-patch.ts'
import { documentShapes } from './module/fitting.ts'
import type { DocumentOptions, Module } from './module/module.ts'
import { present } from './module/node.ts'
import { endpointValue, schemaValue } from './module/node-value.ts'
import { toNormalForm } from './normal-form.ts'
import type { JsonPath } from './part.ts'
import { mergePatch } from './patch/merge-patch.ts'
import { shapeOf } from './patch/path-name.ts'
import { createResolve } from './reference.ts'

export async function optionsOf(document: JsonObject, module: Module): Promise<DocumentOptions> {
  const { securitySchemes: schemes } = objectIn(document.components)
  checkInfo(document)
  const members = Object.entries(documentShapes).map(([name, shape]) => [name, shape(document[name])] as const)
  const given: OpenApiOptions = Object({
    ...Object.fromEntries(present(members)),
    ...(String(document.openapi).startsWith('3.2') && { version: '3.2' }),
    ...(schemes !== undefined && { securitySchemes: objectIn(schemes) })
  })
  const { described, names } = await describe(module, given, Object.keys(objectIn(document.paths)))
  const patch = objectIn(createMergePatch(toNormalForm(document), toNormalForm(described))?.patch)
  if (names.length === 0) return { options: objectIn(given), patch }
  // The router does not allow the name in `/books/{book-id}`, so the endpoint has another one. `mergePatch` restores the names in the keys of
  // `paths`. So each such path needs an entry in the patch.
  return { options: objectIn(given), patch: { ...patch, paths: { ...emptyPaths(names), ...objectIn(patch.paths) } } }
}

const emptyPaths = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, {}]))

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

const makeEndpoint: (name: string) => { readonly method: string; readonly path: string } = Object(endpoint)

/** The methods of an app with looser types, because schemas and paths come from the document. */
interface LooseApp {
  setErrorHandler(handler: () => void): unknown
  setValidatorCompiler(compile: () => () => boolean): unknown
  setSerializerCompiler(compile: () => () => string): unknown
  addSchema(schema: object): unknown
  route(options: object): unknown
  ready(): PromiseLike<unknown>
  close(): PromiseLike<unknown>
}

interface Description {
  readonly described: JsonObject
  readonly names: readonly string[]
}

async function describe(module: Module, given: OpenApiOptions, wanted: readonly string[]): Promise<Description> {
  const app: LooseApp = Object(espalier({ logger: false, exposeHeadRoutes: false }))
  try {
    declare(app, module)
    await app.ready()
    const plain = objectIn(openapi(app, given))
    const shapes = new Set(Object.keys(objectIn(plain.paths)).map(shapeOf))
    const names = wanted.filter((path) => !Object.hasOwn(objectIn(plain.paths), path) && shapes.has(shapeOf(path)))
    if (names.length === 0) return { described: plain, names }
    return { described: objectIn(openapi(app, { ...given, patch: mergePatch({ paths: emptyPaths(names) }) })), names }
  } catch (error) {
    throw error instanceof ArgumentError ? error : new ArgumentError(sentenceOf(error), { cause: error })
  } finally {
    await app.close()
  }
}

function declare(app: LooseApp, { components, document, endpoints }: Module): void {
  const resolve = createResolve(document)
  app.setErrorHandler(() => undefined)
  // The app only generates a document and handles no requests, so schemas need not be compiled.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  // In the generated module, component schemas are constants for `Type.Ref`. Here they are shared schemas of the app.
  for (const { name, schema } of components)
    at(['components', 'schemas', name], () => app.addSchema(sharedValue(name, objectIn(schemaValue(schema, resolve)))))
  for (const node of endpoints) {
    // The generated module calls `endpoint` with the same text. This call finds errors early, such as a path with line breaks.
    const { method, path } = makeEndpoint(`${node.method} ${node.path}`)
    at(node.jsonPath, () =>
      app.route({ method, url: path, schema: endpointValue(node, resolve), handler: () => undefined })
    )
  }
}

function at(path: JsonPath, declarePart: () => unknown): void {
  try {
    declarePart()
  } catch (error) {
    throw new ArgumentError(`${path.join(' → ')}: ${sentenceOf(error)}`, { cause: error })
  }
}

/** Members beside a `$ref` have no effect, so a schema that is only a reference could have no `$id`. It becomes `allOf: [reference]`. */
const sharedValue = (name: string, schema: JsonObject) =>
  schema.$ref === undefined ? { ...schema, $id: name } : { $id: name, allOf: [schema] }

const unknownMethod =
  'An application takes it after app.addHttpMethod(), which no module of endpoints can call: leave the operation out of the document.'

/** Errors with a code come from the framework, and have a message for users. Any other error means that the document is not valid OpenAPI. */
function sentenceOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return error.code === 'FST_ERR_ROUTE_METHOD_NOT_SUPPORTED' ? `${error.message} ${unknownMethod}` : error.message
  return 'The document is not as OpenAPI has it, and no endpoints can be written from it. What is wrong says: npx @redocly/cli lint'
}
