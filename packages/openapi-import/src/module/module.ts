import { escapeUnseen } from '@espalier/command-kit'
import type { JsonObject } from '../json.ts'
import { operationsOf } from '../operation.ts'
import { componentNamed, createResolve } from '../reference.ts'
import { type Code, call, list, literal, object, print, quote, quoteOnLine, withoutTexts } from './code.ts'
import { type Component, componentsOf } from './component.ts'
import { endpointNode } from './endpoint-node.ts'
import { camelCase, createNames, pascalCase } from './name.ts'
import { type EndpointNode, type Node, schemasIn } from './node.ts'
import { nodeCode } from './node-code.ts'
import { readablePart } from './readable.ts'
import type { Section } from './reading.ts'
import { type References, schemaCode } from './schema-code.ts'
import { type Type, toType, typeText } from './type-text.ts'

export interface Module {
  readonly endpoints: readonly EndpointNode[]
  /** Parameters, bodies and responses from `components`, by the names of their constants in the generated module. */
  readonly shared: ReadonlyMap<string, Node>
  readonly components: readonly Component[]
  readonly names: ReadonlyMap<string, string>
  readonly document: JsonObject
}

export interface DocumentOptions {
  readonly options: JsonObject
  /** The argument of `mergePatch`. Empty if the endpoints and `options` contain the whole document. */
  readonly patch: JsonObject
}

export function toModule(given: JsonObject): Module {
  const document = readablePart(given)
  const resolve = createResolve(document)
  const names = createNames()
  const shared = new Map<string, Node>()
  const known = new Map<string, Node>()
  const share = (section: Section, name: string, make: () => Node): Node => {
    const key = `${section} ${name}`
    const found = known.get(key)
    if (found !== undefined) return found
    const node = make()
    const constant = names.take(camelCase(name))
    shared.set(constant, node)
    const made: Node = { kind: 'constant', name: constant, node }
    known.set(key, made)
    return made
  }
  const reading = { resolve, share, nameEndpoint: (wanted: string) => names.take(wanted) }
  const endpoints = operationsOf(document, resolve)
    // An operation whose path has a `#` is omitted, because a request never contains the fragment of a URL.
    .filter(({ path }) => !path.includes('#'))
    .map((operation) => endpointNode(operation, reading))
  const roots = endpoints.flatMap(({ parts }) => parts.flatMap(([, node]) => schemasIn(node)))
  const components = componentsOf(document, roots)
  const constants = new Map(components.map(({ name }) => [name, names.take(pascalCase(name))]))
  return { endpoints, shared, components, names: constants, document }
}

export function writeModule(module: Module, file: string, { options, patch }: DocumentOptions): string {
  const { components, endpoints, shared } = module
  const written = new Set<string>()
  const references = createReferences(module, written)
  const constants = components.map((component) => {
    const text = componentText(component, module, references)
    written.add(component.name)
    return text
  })
  const parts = [...shared].map(
    ([name, node]) => `const ${name} = ${print(nodeCode(node, references), '', name.length + 9)}\n`
  )
  const texts = [
    ...constants,
    ...parts,
    ...endpoints.map((endpoint) => endpointText(endpoint, references)),
    `/** The options of \`openapi()\` that the endpoints do not contain. */\nexport const document: OpenApiOptions = ${print(literal(options))}\n`,
    ...(Object.keys(patch).length > 0 ? [patchText(patch)] : [])
  ]
  const body = texts.join('\n')
  return `// Written by espalier endpoints ${escapeUnseen(file)}.\n${importsFor(body, components)}\n${body}`
}

const patchText = (patch: JsonObject) =>
  `/** The rest of the document, for \`mergePatch()\` of '@espalier/openapi-import/patch'. */\nexport const documentPatch: object = ${print(literal(patch))}\n`

function importsFor(body: string, components: readonly Component[]): string {
  const isRecursive = components.some((component) => component.isRecursive)
  const code = withoutTexts(body)
  const uses = (name: string) => code.includes(name)
  const names = [
    ...(uses('endpoint(') ? ['endpoint'] : []),
    ...(uses('events(') ? ['events'] : []),
    ...(uses('Static<') ? ['type Static'] : []),
    ...(isRecursive ? ['type TSchema'] : []),
    ...(uses('Type.') ? ['Type'] : []),
    ...(uses('withDefault(') ? ['withDefault'] : [])
  ]
  const schemaOf = isRecursive
    ? '\n/** A schema that is part of itself has its type said. */\ntype SchemaOf<Value, Id extends string> = TSchema & { readonly static: Value; readonly $id: Id }\n'
    : ''
  const contract = names.length === 0 ? '' : `import { ${names.join(', ')} } from 'espalier/contract'\n`
  return `${contract}import type { OpenApiOptions } from 'espalier/openapi'\n${schemaOf}`
}

function createReferences({ components, document, names }: Module, written: ReadonlySet<string>): References {
  const recursive = new Set(components.filter(({ isRecursive }) => isRecursive).map(({ name }) => name))
  const resolve = createResolve(document)
  const constantOf = (schema: JsonObject) => {
    const name = componentNamed(schema, 'schemas')
    return { name, constant: name === undefined ? undefined : names.get(name) }
  }
  const typeOf = (schema: JsonObject): Type => {
    const { constant, name } = constantOf(schema)
    if (constant === undefined || name === undefined) return toType(resolve(schema), typeOf)
    return { text: recursive.has(name) ? constant : `Static<typeof ${constant}>` }
  }
  return {
    typeOf,
    codeOf(schema, options) {
      const { constant, name } = constantOf(schema)
      if (constant === undefined || name === undefined) return undefined
      const given = options === undefined ? [] : [options]
      if (written.has(name)) return call('Type.Ref', constant, ...given)
      // The constant is defined later in the generated module and has no value yet. So a function returns it.
      const later = call('Type.Ref', quote(name), `() => ${constant}`)
      return options === undefined ? later : call('Type.Unsafe', object([['allOf', list([later])]]))
    },
    resolve: (schema) => resolve({ $ref: schema.$ref })
  }
}

function componentText({ name, schema, isRecursive }: Component, { names }: Module, references: References): string {
  const constant = names.get(name) ?? name
  const code = schemaCode(schema, references, name)
  if (!isRecursive) return `export const ${constant} = ${print(code, '', constant.length + 16)}\n`
  const type = `export type ${constant} = ${typeText(schema, references.typeOf)}\n`
  const annotated = `export const ${constant}: SchemaOf<${constant}, ${quoteOnLine(name)}> = `
  return `${type}${annotated}${print(code, '', annotated.length)}\n`
}

function endpointText({ method, name, parts, path }: EndpointNode, references: References): string {
  const entries = parts.map(([key, node]): readonly [string, Code] => [key, nodeCode(node, references)])
  const before = `export const ${name} = endpoint(${quote(`${method} ${path}`)}`
  return entries.length === 0 ? `${before})\n` : `${before}, ${print(object(entries), '', before.length, 1)})\n`
}
