/**
 * Collects `components.schemas` of a document. Each `$ref` makes a component for its target, at first without a name. At the end, equal components
 * are merged, and different components with the same name are renamed.
 *
 * The order of contexts and routes does not affect names: components are made in the order of the sorted paths. A name that several schemas have is
 * qualified by the schema's context. A schema of requests also makes a component for its form in responses, even if no route sends it. So the name of
 * a schema stays the same when a route begins to send it.
 */
import { isDeepStrictEqual } from 'node:util'
import { getOrCreate } from '../../base/get-or-create.ts'
import type { ContextNode } from '../../tree/node.ts'
import { numbered } from '../operation-id.ts'
import { frameworkError, otherErrorName } from './framework-error.ts'
import { type Target, toName } from './resolve.ts'
import type { Scope } from './scope.ts'

interface Component {
  readonly target: Target
  readonly scope: Scope
  content: unknown
  /** The components that its content refers to. */
  readonly inner: Component[]
}

/** A reference object of the document; its `$ref` is written at the end. */
export interface Reference {
  $ref: string
}

type Convert = (schema: unknown, scope: Scope) => unknown

/** A number for each component, by index. Components with the same number are merged. */
type Classes = readonly number[]

export class Components {
  readonly #components: Component[] = []
  readonly #known = new Map<unknown, Component[]>()
  readonly #references = new Map<object, Component>()

  /** The components that operations refer to. */
  readonly #roots: Component[] = []
  /** The component whose schema is being converted. */
  #current: Component | undefined

  /**
   * Returns a reference to a schema, and makes a component for it.
   *
   * @param outgoing the same schema in its form for responses
   */
  refer(target: Target, scope: Scope, outgoing = target): Reference {
    const component = this.#componentOf(target, scope)
    if (scope.way === 'in') this.#componentOf(outgoing, { ...scope, way: 'out' })
    const referring = this.#current?.inner ?? this.#roots
    referring.push(component)
    const reference = { $ref: '' }
    this.#references.set(reference, component)
    return reference
  }

  #componentOf(target: Target, { context, document, outgoing, way, site }: Scope): Component {
    const same = getOrCreate(this.#known, target.schema, () => [])
    const known = same.find(({ scope }) => scope.context === context && scope.way === way)
    if (known !== undefined) return known
    const isInside = outgoing !== undefined && target.document === document
    const scope = { context, way, site, document: target.document, ...(isInside && { outgoing }) }
    const component = { target, scope, content: undefined, inner: [] }
    same.push(component)
    this.#components.push(component)
    return component
  }

  /** Sets the `$ref` of every reference object, and returns the schemas by name. */
  finish(convert: Convert): Record<string, unknown> {
    // The loop also visits components that are added meanwhile.
    for (const component of this.#components) {
      this.#current = component
      component.content = convert(component.target.schema, component.scope)
    }
    const classes = this.#classes()
    const names = nameClasses(this.#components, classes)
    const nameOf = new Map(this.#components.map((one, index) => [one, names.get(classes[index] ?? 0) ?? '']))
    for (const [reference, component] of this.#references)
      Object.assign(reference, { $ref: `#/components/schemas/${nameOf.get(component)}` })
    const entries = [...this.#shown()].map((component) => [nameOf.get(component) ?? '', component.content] as const)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The components that the document refers to. */
  #shown(): Set<Component> {
    const shown = new Set(this.#roots)
    for (const { inner } of shown) for (const component of inner) shown.add(component)
    return shown
  }

  /** Numbers components. Two components have the same number if their contents are equal, and all contents to which these refer are equal, too. */
  #classes(): Classes {
    let classes: Classes = this.#components.map(() => 0)
    for (let count = 0; ; ) {
      const indexes = new Map(this.#components.map((component, index) => [component, index]))
      const classOf = (component: Component) => classes[indexes.get(component) ?? 0]
      const seen = new Map<string, number>()
      classes = this.#components.map((component) => {
        const text = `${component.target.name} ${this.#textOf(component, classOf)}`
        return getOrCreate(seen, text, () => seen.size)
      })
      if (seen.size === count) return classes
      count = seen.size
    }
  }

  #textOf({ content }: Component, classOf: (component: Component) => unknown): string {
    return JSON.stringify(content, (_key, value) => {
      const component = typeof value === 'object' && value !== null ? this.#references.get(value) : undefined
      return component === undefined ? value : { ...value, $ref: classOf(component) }
    })
  }
}

function nameClasses(components: readonly Component[], classes: Classes): Map<number, string> {
  const members = new Map<number, Component[]>()
  for (const [at, one] of components.entries())
    getOrCreate(members, classes[at] ?? 0, () => [] as Component[]).push(one)
  const nameIn = createNameIn([...members.values()])
  const sharing = new Map<string, Component[][]>()
  for (const own of members.values()) getOrCreate(sharing, nameIn(own), () => [] as Component[][]).push(own)
  const wanted = [...members.values()].map((own) => {
    const rivals = (sharing.get(nameIn(own)) ?? []).filter((other) => other !== own)
    const qualifier = qualifierOf(own, rivals, nameIn(own))
    return `${nameIn(own)}${qualifier === '' ? '' : `-${qualifier}`}${isIncoming(own) ? 'Input' : ''}`
  })
  const names = numbered(wanted)
  return new Map([...members.keys()].map((number, index) => [number, names[index] ?? '']))
}

const plainName = ([component]: readonly Component[]) => component?.target.name ?? ''

/** Assigns the names of schemas. An application's schema takes precedence over the schema of the framework's errors. */
function createNameIn(groups: readonly (readonly Component[])[]) {
  const isOurs = (own: readonly Component[]) => own.every(({ target }) => target.schema === frameworkError)
  const isTaken = groups.some((own) => plainName(own) === frameworkError.$id && !isOurs(own))
  return (own: readonly Component[]) => (isTaken && isOurs(own) ? otherErrorName : plainName(own))
}

/** Whether a group of merged components comes only from requests. A component of an equal schema from responses would be in the same group. */
const isIncoming = (components: readonly Component[]) => components.every(({ scope }) => scope.way === 'in')

/**
 * The qualifier of a name: the schema's context, if another context has a schema of the same name. A schema without a context is qualified by the
 * operation.
 */
function qualifierOf(own: readonly Component[], rivals: readonly (readonly Component[])[], name: string): string {
  const context = contextOf(own)
  if (context !== undefined) return rivals.some((rival) => contextOf(rival) !== context) ? context : ''
  const isTold = rivals.every((rival) => contextOf(rival) === undefined && isIncoming(rival) !== isIncoming(own))
  const site = shortest(own.map(({ scope }) => scope.site))
  return isTold || site === name ? '' : site
}

function contextOf(components: readonly Component[]): string | undefined {
  const names = components.map(declaringContext).filter((name) => name !== undefined)
  return names.length === 0 ? undefined : shortest(names)
}

const shortest = (names: readonly string[]) =>
  names.reduce((a, b) => (a.length < b.length || (a.length === b.length && a < b) ? a : b))

/** The name of the context that declared the schema of a component. */
function declaringContext({ target, scope }: Component): string | undefined {
  const { node, shared } = scope.context
  const id = Object.keys(shared).find((name) => shared[name] === target.document)
  return id === undefined ? undefined : contextName(topmost(node, id, shared[id]))
}

/** The outermost context, from this one upwards, that has the same schema under an id. */
function topmost(node: ContextNode, id: string, schema: unknown): ContextNode {
  const { parent } = node
  return parent !== null && isDeepStrictEqual(parent.schemas.getSchema(id), schema) ? topmost(parent, id, schema) : node
}

function contextName({ parent, pluginNames, prefix }: ContextNode): string {
  if (parent === null) return ''
  const [name = ''] = pluginNames
  return /^[\w.-]+$/.test(name) ? name : toName(prefix.replace(/\W+/g, '-')).replace(/^-+|-+$/g, '')
}
