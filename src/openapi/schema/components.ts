/**
 * Collects `components.schemas`. Each target of a `$ref` becomes a component without a name. At the end, equal components are merged, and components
 * with equal names are renamed.
 *
 * Names must not depend on the order of contexts and routes. So components are made in the order of the sorted paths, and ambiguous names are
 * qualified by the context of the schema. A schema of requests also makes a component for responses, so that its name stays the same when a route
 * begins to send it.
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
  readonly inner: Component[]
}

export interface Reference {
  $ref: string
}

type Convert = (schema: unknown, scope: Scope) => unknown

type Classes = readonly number[]

export class Components {
  readonly #components: Component[] = []
  readonly #known = new Map<unknown, Component[]>()
  readonly #references = new Map<object, Component>()

  readonly #roots: Component[] = []
  #current: Component | undefined

  refer(target: Target, scope: Scope, outgoing = target): Reference {
    const component = this.#componentOf(target, scope)
    if (scope.way === 'in') this.#componentOf(outgoing, { ...scope, way: 'out' })
    const referring = this.#current?.inner ?? this.#roots
    referring.push(component)
    const reference = { $ref: '' }
    this.#references.set(reference, component)
    return reference
  }

  #componentOf(target: Target, { context, document, outgoing, way, operationId }: Scope): Component {
    const same = getOrCreate(this.#known, target.schema, () => [])
    const known = same.find(({ scope }) => scope.context === context && scope.way === way)
    if (known !== undefined) return known
    const isInside = outgoing !== undefined && target.document === document
    const scope = { context, way, operationId, document: target.document, ...(isInside && { outgoing }) }
    const component = { target, scope, content: undefined, inner: [] }
    same.push(component)
    this.#components.push(component)
    return component
  }

  finish(convert: Convert): Record<string, unknown> {
    // `convert` adds components, which this loop also visits.
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

  #shown(): Set<Component> {
    const shown = new Set(this.#roots)
    for (const { inner } of shown) for (const component of inner) shown.add(component)
    return shown
  }

  /**
   * Components with equal contents get the same number. Contents include the components to which they refer, so the loop repeats until nothing
   * changes.
   */
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

/** An application's schema `Error` keeps its name, and the framework's schema is renamed. */
function createNameIn(groups: readonly (readonly Component[])[]) {
  const isOurs = (own: readonly Component[]) => own.every(({ target }) => target.schema === frameworkError)
  const isTaken = groups.some((own) => plainName(own) === frameworkError.$id && !isOurs(own))
  return (own: readonly Component[]) => (isTaken && isOurs(own) ? otherErrorName : plainName(own))
}

const isIncoming = (components: readonly Component[]) => components.every(({ scope }) => scope.way === 'in')

/**
 * A schema is qualified by its context if another context has a schema of the same name. A schema without a context is qualified by its operation.
 */
function qualifierOf(own: readonly Component[], rivals: readonly (readonly Component[])[], name: string): string {
  const context = contextOf(own)
  if (context !== undefined) return rivals.some((rival) => contextOf(rival) !== context) ? context : ''
  const isUnique = rivals.every((rival) => contextOf(rival) === undefined && isIncoming(rival) !== isIncoming(own))
  const operationId = shortest(own.map(({ scope }) => scope.operationId))
  return isUnique || operationId === name ? '' : operationId
}

function contextOf(components: readonly Component[]): string | undefined {
  const names = components.map(declaringContext).filter((name) => name !== undefined)
  return names.length === 0 ? undefined : shortest(names)
}

const shortest = (names: readonly string[]) =>
  names.reduce((a, b) => (a.length < b.length || (a.length === b.length && a < b) ? a : b))

function declaringContext({ target, scope }: Component): string | undefined {
  const { node, shared } = scope.context
  const id = Object.keys(shared).find((name) => shared[name] === target.document)
  return id === undefined ? undefined : contextName(topmost(node, id, shared[id]))
}

/** Contexts inherit schemas, so the schema was declared in the topmost context that has it. */
function topmost(node: ContextNode, id: string, schema: unknown): ContextNode {
  const { parent } = node
  return parent !== null && isDeepStrictEqual(parent.schemas.getSchema(id), schema) ? topmost(parent, id, schema) : node
}

function contextName({ parent, pluginNames, prefix }: ContextNode): string {
  if (parent === null) return ''
  const [name = ''] = pluginNames
  return /^[\w.-]+$/.test(name) ? name : toName(prefix.replace(/\W+/g, '-')).replace(/^-+|-+$/g, '')
}
