/**
 * Collects the named schemas of a document. Each reference creates a place for its target. At the end, places with equal content are merged, and
 * different ones with one name are renamed.
 *
 * The order of contexts and routes does not matter: places are made along the sorted paths, and a schema's context qualifies its name. A schema of
 * requests always has a second place, for its form in responses. So its name does not depend on whether another route sends it.
 */
import { isDeepStrictEqual } from 'node:util'
import { remember } from '../../base/remember.ts'
import type { ContextNode } from '../../tree/node.ts'
import { numbered } from '../operation-id.ts'
import { frameworkError, otherErrorName } from './framework-error.ts'
import { type Target, toName } from './resolve.ts'
import type { Scope } from './scope.ts'

interface Place {
  readonly target: Target
  readonly scope: Scope
  content: unknown
  /** The places that its content refers to. */
  readonly inner: Place[]
}

/** A reference object of the document; its `$ref` is written at the end. */
export interface Reference {
  $ref: string
}

/** Converts a schema to OpenAPI. */
type Convert = (schema: unknown, scope: Scope) => unknown

/** The class of each place, by index. */
type Classes = readonly number[]

export class Components {
  readonly #places: Place[] = []
  readonly #known = new Map<unknown, Place[]>()
  readonly #references = new Map<object, Place>()

  /** Places that operations refer to. */
  readonly #roots: Place[] = []
  /** The component whose schema is being converted. */
  #current: Place | undefined

  /**
   * Returns a reference to a schema, and makes a place for it.
   *
   * @param outgoing the same schema in its form for responses
   */
  refer(target: Target, scope: Scope, outgoing = target): Reference {
    const place = this.#placeOf(target, scope)
    if (scope.way === 'in') this.#placeOf(outgoing, { ...scope, way: 'out' })
    const referring = this.#current?.inner ?? this.#roots
    referring.push(place)
    const reference = { $ref: '' }
    this.#references.set(reference, place)
    return reference
  }

  #placeOf(target: Target, { context, document, outgoing, way, site }: Scope): Place {
    const same = remember(this.#known, target.schema, () => [])
    const known = same.find(({ scope }) => scope.context === context && scope.way === way)
    if (known !== undefined) return known
    const isInside = outgoing !== undefined && target.document === document
    const scope = { context, way, site, document: target.document, ...(isInside && { outgoing }) }
    const place = { target, scope, content: undefined, inner: [] }
    same.push(place)
    this.#places.push(place)
    return place
  }

  /** Writes every reference, and returns the schemas by name. */
  finish(convert: Convert): Record<string, unknown> {
    // The loop also visits places that are added meanwhile.
    for (const place of this.#places) {
      this.#current = place
      place.content = convert(place.target.schema, place.scope)
    }
    const classes = this.#classes()
    const names = nameClasses(this.#places, classes)
    const nameOf = new Map(this.#places.map((place, index) => [place, names.get(classes[index] ?? 0) ?? '']))
    for (const [reference, place] of this.#references)
      Object.assign(reference, { $ref: `#/components/schemas/${nameOf.get(place)}` })
    const entries = [...this.#shown()].map((place) => [nameOf.get(place) ?? '', place.content] as const)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The places that the document refers to. */
  #shown(): Set<Place> {
    const shown = new Set(this.#roots)
    for (const { inner } of shown) for (const place of inner) shown.add(place)
    return shown
  }

  /** Numbers places so that two have the same number if their contents, and all contents that these refer to, are equal. */
  #classes(): Classes {
    let classes: Classes = this.#places.map(() => 0)
    for (let count = 0; ; ) {
      const indexes = new Map(this.#places.map((place, index) => [place, index]))
      const classOf = (place: Place) => classes[indexes.get(place) ?? 0]
      const seen = new Map<string, number>()
      classes = this.#places.map((place) => {
        const text = `${place.target.name} ${this.#textOf(place, classOf)}`
        return remember(seen, text, () => seen.size)
      })
      if (seen.size === count) return classes
      count = seen.size
    }
  }

  #textOf({ content }: Place, classOf: (place: Place) => unknown): string {
    return JSON.stringify(content, (_key, value) => {
      const place = typeof value === 'object' && value !== null ? this.#references.get(value) : undefined
      return place === undefined ? value : { ...value, $ref: classOf(place) }
    })
  }
}

function nameClasses(places: readonly Place[], classes: Classes): Map<number, string> {
  const members = new Map<number, Place[]>()
  for (const [index, place] of places.entries()) remember(members, classes[index] ?? 0, () => [] as Place[]).push(place)
  const nameIn = createNameIn([...members.values()])
  const sharing = new Map<string, Place[][]>()
  for (const own of members.values()) remember(sharing, nameIn(own), () => [] as Place[][]).push(own)
  const wanted = [...members.values()].map((own) => {
    const rivals = (sharing.get(nameIn(own)) ?? []).filter((other) => other !== own)
    const qualifier = qualifierOf(own, rivals, nameIn(own))
    return `${nameIn(own)}${qualifier === '' ? '' : `-${qualifier}`}${isIncoming(own) ? 'Input' : ''}`
  })
  const names = numbered(wanted)
  return new Map([...members.keys()].map((number, index) => [number, names[index] ?? '']))
}

const plainName = ([place]: readonly Place[]) => place?.target.name ?? ''

/** Assigns the names of schemas. An application's schema takes precedence over that of the framework's errors. */
function createNameIn(groups: readonly (readonly Place[])[]) {
  const isOurs = (own: readonly Place[]) => own.every(({ target }) => target.schema === frameworkError)
  const isTaken = groups.some((own) => plainName(own) === frameworkError.$id && !isOurs(own))
  return (own: readonly Place[]) => (isTaken && isOurs(own) ? otherErrorName : plainName(own))
}

/** Whether places exist for requests only. Places with equal forms belong to both directions. */
const isIncoming = (places: readonly Place[]) => places.every(({ scope }) => scope.way === 'in')

/**
 * The name that qualifies a schema: of its context, if another context has a schema of that name. A schema without a context gets that of the operation.
 */
function qualifierOf(own: readonly Place[], rivals: readonly (readonly Place[])[], name: string): string {
  const context = contextOf(own)
  if (context !== undefined) return rivals.some((rival) => contextOf(rival) !== context) ? context : ''
  const isTold = rivals.every((rival) => contextOf(rival) === undefined && isIncoming(rival) !== isIncoming(own))
  const site = shortest(own.map(({ scope }) => scope.site))
  return isTold || site === name ? '' : site
}

function contextOf(places: readonly Place[]): string | undefined {
  const names = places.map(declaringContext).filter((name) => name !== undefined)
  return names.length === 0 ? undefined : shortest(names)
}

const shortest = (names: readonly string[]) =>
  names.reduce((a, b) => (a.length < b.length || (a.length === b.length && a < b) ? a : b))

/** The name of the context that declared a place's schema. */
function declaringContext({ target, scope }: Place): string | undefined {
  const { node, shared } = scope.context
  const id = Object.keys(shared).find((name) => shared[name] === target.document)
  return id === undefined ? undefined : contextName(topmost(node, id, shared[id]))
}

/** The outermost ancestor of a context with the same schema. */
function topmost(node: ContextNode, id: string, schema: unknown): ContextNode {
  const { parent } = node
  return parent !== null && isDeepStrictEqual(parent.schemas.getSchema(id), schema) ? topmost(parent, id, schema) : node
}

function contextName({ parent, pluginNames, prefix }: ContextNode): string {
  if (parent === null) return ''
  const [name = ''] = pluginNames
  return /^[\w.-]+$/.test(name) ? name : toName(prefix.replace(/\W+/g, '-')).replace(/^-+|-+$/g, '')
}
