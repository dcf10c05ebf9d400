/**
 * Collects `components.schemas`. Each target of a `$ref` becomes a component, at first without a name. At the end, equal components are merged, and
 * components with equal names are renamed.
 *
 * Names must not depend on the order of contexts and routes. So components are created in the order of the sorted paths, and equal names get the
 * name of their context as a prefix. A request schema also creates a component for responses. So its name does not change when a route begins to
 * send it.
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
    // `convert` may add components during the loop, and the loop also visits these.
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
   * Numbers the components, so that components with equal content get the same number. References count by the number of their target, so the loop
   * repeats until the numbers stay the same.
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

/** If the application has its own schema `Error`, that schema keeps the name, and espalier's own error schema is renamed. */
function createNameIn(groups: readonly (readonly Component[])[]) {
  const isOurs = (own: readonly Component[]) => own.every(({ target }) => target.schema === frameworkError)
  const isTaken = groups.some((own) => plainName(own) === frameworkError.$id && !isOurs(own))
  return (own: readonly Component[]) => (isTaken && isOurs(own) ? otherErrorName : plainName(own))
}

const isIncoming = (components: readonly Component[]) => components.every(({ scope }) => scope.way === 'in')

/** Returns a prefix for ambiguous names: the context of the schema, or its operation if it belongs to no context. */
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

/** Finds the context that declared a schema: the topmost one that has it, because contexts inherit schemas. */
function topmost(node: ContextNode, id: string, schema: unknown): ContextNode {
  const { parent } = node
  return parent !== null && isDeepStrictEqual(parent.schemas.getSchema(id), schema) ? topmost(parent, id, schema) : node
}

function contextName({ parent, pluginNames, prefix }: ContextNode): string {
  if (parent === null) return ''
  const [name = ''] = pluginNames
  return /^[\w.-]+$/.test(name) ? name : toName(prefix.replace(/\W+/g, '-')).replace(/^-+|-+$/g, '')
}
