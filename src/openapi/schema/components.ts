/**
 * The schemas that have names in a document. Each reference makes a place for what it leads to; when all are there, places with equal content become
 * one, and those that only share a name get another.
 *
 * Nothing depends on the order in which contexts and routes were declared: places are made along the sorted paths, and a name is qualified by the
 * context that declared the schema.
 */
import { isDeepStrictEqual } from 'node:util'
import { remember } from '../../base/remember.ts'
import type { ContextNode } from '../../tree/node.ts'
import { numbered } from '../operation-id.ts'
import { type Target, toName } from './resolve.ts'
import type { Scope } from './scope.ts'

interface Place {
  readonly target: Target
  readonly scope: Scope
  content: unknown
}

/** An object of the document that refers to a place; its `$ref` is written at the end. */
export interface Reference {
  $ref: string
}

/** Turns a schema into one of OpenAPI. */
type Convert = (schema: unknown, scope: Scope) => unknown

/** Places by where they stand in the list. */
type Classes = readonly number[]

export class Components {
  readonly #places: Place[] = []
  readonly #known = new Map<unknown, Place[]>()
  readonly #references = new Map<object, Place>()

  /** Returns a reference to a schema, which has its place from now on. */
  refer(target: Target, { context, way, site }: Scope): Reference {
    const same = remember(this.#known, target.schema, () => [])
    let place = same.find(({ scope }) => scope.context === context && scope.way === way)
    if (place === undefined) {
      place = { target, scope: { context, way, site, document: target.document }, content: undefined }
      same.push(place)
      this.#places.push(place)
    }
    const reference = { $ref: '' }
    this.#references.set(reference, place)
    return reference
  }

  /** Writes every reference, and returns the schemas by name. */
  finish(convert: Convert): Record<string, unknown> {
    // What is added is visited, too.
    for (const place of this.#places) place.content = convert(place.target.schema, place.scope)
    const classes = this.#classes()
    const names = this.#nameClasses(classes)
    const numberOf = new Map(this.#places.map((place, index) => [place, classes[index] ?? 0]))
    for (const [reference, place] of this.#references)
      Object.assign(reference, { $ref: `#/components/schemas/${names.get(numberOf.get(place) ?? 0)}` })
    const entries = [...names].map(([number, name]) => [name, this.#places[classes.indexOf(number)]?.content] as const)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Numbers places so that those with one number say the same, and so does all that they refer to. */
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

  #nameClasses(classes: Classes): Map<number, string> {
    const members = new Map<number, Place[]>()
    for (const [index, place] of this.#places.entries())
      remember(members, classes[index] ?? 0, () => [] as Place[]).push(place)
    const sharing = new Map<string, number[]>()
    for (const [number, [place]] of members)
      remember(sharing, place?.target.name ?? '', () => [] as number[]).push(number)
    const wanted = [...members].map(([number, places]) => {
      const base = places[0]?.target.name ?? ''
      const rivals = (sharing.get(base) ?? []).filter((other) => other !== number)
      return rivals.length === 0
        ? base
        : qualified(
            base,
            places,
            rivals.flatMap((other) => members.get(other) ?? [])
          )
    })
    const names = numbered(wanted)
    return new Map([...members.keys()].map((number, index) => [number, names[index] ?? '']))
  }
}

/** A name that others have, with the context of the schema; what has two forms because of its defaults is `Input` where it comes in. */
function qualified(base: string, places: readonly Place[], rivals: readonly Place[]): string {
  const where = whereOf(places)
  const isIn = places.every(({ scope }) => scope.way === 'in')
  const hasOutput = rivals.some((rival) => rival.scope.way === 'out' && whereOf([rival]) === where)
  return `${base}${where === '' ? '' : `-${where}`}${isIn && hasOutput ? 'Input' : ''}`
}

const whereOf = (places: readonly Place[]) =>
  places.map(qualifierOf).reduce((a, b) => (a.length < b.length || (a.length === b.length && a < b) ? a : b))

/** What the context is called that declared the schema of a place; the operation where none did. */
function qualifierOf({ target, scope }: Place): string {
  const { node, shared } = scope.context
  const id = Object.keys(shared).find((name) => shared[name] === target.document)
  return id === undefined ? scope.site : contextName(topmost(node, id, shared[id]))
}

/** The farthest context above a node that sees the same schema. */
function topmost(node: ContextNode, id: string, schema: unknown): ContextNode {
  const { parent } = node
  return parent !== null && isDeepStrictEqual(parent.schemas.getSchema(id), schema) ? topmost(parent, id, schema) : node
}

function contextName({ parent, pluginNames, prefix }: ContextNode): string {
  if (parent === null) return ''
  const [name = ''] = pluginNames
  return /^[\w.-]+$/.test(name) ? name : toName(prefix.replace(/\W+/g, '-')).replace(/^-+|-+$/g, '')
}
