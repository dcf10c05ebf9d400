/**
 * A patch laid over the document of an application. The patch may be a difference that was made of another state of the application, or a whole document.
 * Operations, parameters, bodies, answers, media types and fields that the application has not are left out of the result. A part that is added in another
 * place has to be a whole part of OpenAPI, because a difference without the part that it changes means nothing.
 */
import type { OpenApiDocument } from '../../../types/openapi.ts'
import { isReference, lay } from '../../base/overlay.ts'
import { isPlainObject } from '../../base/plain-object.ts'
import { checkArgument } from '../../error/argument.ts'
import { pointed } from '../schema/resolve.ts'
import { entryOf, followed, instead, type Kind, type Member, memberOf, needs, telling } from './kind.ts'
import { keyOf, toKey } from './parameter-key.ts'

type Members = Readonly<Record<string, unknown>>

/** Where a part of the patch stands. */
interface Place {
  readonly pointer: string
  /** Whether the application has the part around it. */
  readonly isOfApp: boolean
}

const foreign = 'the application has no such part'
const besideContent = 'it has content, which is where examples and schemas stand'

const inside = ({ pointer, isOfApp }: Place, name: string, over: unknown): Place => ({
  pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  isOfApp: isOfApp && over !== undefined
})

export class Laying {
  /** What was left out of the patch, a sentence each. */
  readonly leftOut: string[] = []
  readonly #patch: Members
  readonly #document: OpenApiDocument
  readonly #refused: ReadonlySet<string>

  /** @param refused faults that the patch would make, as `faultsOf` names them */
  constructor(patch: Members, document: OpenApiDocument, refused: ReadonlySet<string>) {
    this.#patch = patch
    this.#document = document
    this.#refused = refused
  }

  /** @throws ESP_ERR_ARGUMENT_INVALID when the patch has no object or list where OpenAPI has one */
  lay(): OpenApiDocument {
    return Object(this.#one(this.#patch, this.#document, 'document', { pointer: '', isOfApp: true }))
  }

  #leave({ pointer }: Place, why: string): undefined {
    this.leftOut.push(`${pointer} of the option 'patch' is left out: ${why}.`)
  }

  /** Returns what a member becomes; `undefined` where it stays as it is. */
  #member(patch: unknown, over: unknown, member: Member | undefined, at: Place): unknown {
    if (member === undefined) return lay(patch, over)
    const { form, kind, isOwned = false } = member
    if (form === 'list')
      return kind === 'parameter' ? this.#parameters(patch, over, at) : this.#list(patch, over, kind, at)
    if (isOwned && at.isOfApp && over === undefined && !isFree(patch, kind, at)) return this.#leave(at, foreign)
    return form === 'one' ? this.#one(patch, over, kind, at) : this.#record(patch, over, member, at)
  }

  #one(patch: unknown, over: unknown, kind: Kind, at: Place): unknown {
    if (kind === 'plain' || kind === 'name') return lay(patch, over)
    const given = followed.has(kind) ? this.#follow(patch) : patch
    if (given === undefined) return this.#leave(at, 'its reference leads nowhere')
    if (kind === 'schema' && typeof given === 'boolean') return given
    check(isPlainObject(given), 'an object', given, at)
    const isRefused = isReference(given) && this.#refused.has(`$ref ${given.$ref}`)
    if (isRefused) return this.#leave(at, `the document has no ${given.$ref}`)
    if (isReference(given)) return kind === 'schema' && !this.#fits(given, over) ? this.#leave(at, foreign) : given
    // Beside a reference stands what describes it. A schema that says what it takes is another one.
    const isOther = isReference(over) && (kind !== 'schema' || telling.some((name) => given[name] !== undefined))
    if (isOther && at.isOfApp) return this.#part(this.#fitting(given, over, at), undefined, kind, at)
    return this.#part(given, isPlainObject(over) && !isOther ? over : undefined, kind, at)
  }

  /** A schema may be another one by name, and still have the fields of the application's. */
  #fits(reference: unknown, over: unknown): boolean {
    const [wanted, known]: unknown[] = [reference, over].map((each) => Object(this.#follow(each)).properties)
    return !isPlainObject(known) || Object.keys(Object(wanted)).every((name) => Object.hasOwn(known, name))
  }

  /** A schema in the place of a reference has the fields of the schema that the application refers to. */
  #fitting(schema: Members, over: unknown, at: Place): Members {
    const known: unknown = Object(this.#follow(over)).properties
    if (!isPlainObject(known) || !isPlainObject(schema.properties)) return schema
    const fields = Object.entries(schema.properties).filter(([name]) => {
      const isKnown = Object.hasOwn(known, name)
      if (!isKnown) this.#leave(inside(inside(at, 'properties', over), name, over), foreign)
      return isKnown
    })
    return { ...schema, properties: Object.fromEntries(fields) }
  }

  /** Returns nothing for a part that is not whole. */
  #part(patch: Members, over: Members | undefined, kind: Kind, at: Place): Members | undefined {
    if (kind === 'pathItem' && over !== undefined) return this.#pathItem(patch, over, at)
    const laid = this.#members(patch, over, kind, at)
    const isWhole = (needs[kind] ?? []).every((names) => names.split('|').some((name) => laid.has(name)))
    return isWhole ? Object.fromEntries(laid) : undefined
  }

  #members(patch: Members, over: Members | undefined, kind: Kind, at: Place): Map<string, unknown> {
    const laid = new Map(Object.entries(over ?? {}))
    for (const [name, value] of Object.entries(patch)) {
      const isOfMember = kind === 'schema' && name === 'properties' && this.#areFieldsOf(value, over)
      const place = isOfMember ? { ...inside(at, name, over), isOfApp: false } : inside(at, name, over)
      const fault = isBesideContent(kind, name, patch, laid) ? besideContent : this.#faultOf(kind, name, value)
      if (fault !== undefined) this.#leave(place, fault)
      if (fault !== undefined || isFixed(kind, name, value, over)) continue
      if (value === undefined) laid.delete(name)
      else {
        const member = this.#member(value, laid.get(name), memberOf(kind, name), place)
        if (member === undefined) continue
        if (kind !== 'schema') for (const other of instead[name] ?? []) laid.delete(other)
        laid.set(name, member)
      }
    }
    return laid
  }

  /** Tells whether the alternatives of a schema of the application have all of these fields: a body that may be left out is one of `anyOf`. */
  #areFieldsOf(fields: unknown, over: Members | undefined): boolean {
    const members = ['anyOf', 'oneOf', 'allOf'].flatMap((name): unknown[] => [over?.[name] ?? []].flat())
    const known = members.flatMap((member) => Object.keys(Object(Object(this.#follow(member)).properties)))
    return members.length > 0 && isPlainObject(fields) && Object.keys(fields).every((name) => known.includes(name))
  }

  /** What a path says of the parameters of all its operations is said of each, where the application has them. */
  #pathItem({ parameters, ...rest }: Members, over: Members, at: Place): Members {
    const isOperation = (name: string) => memberOf('pathItem', name)?.kind === 'operation'
    const said = Object.entries(over).filter(([name]) => parameters !== undefined && isOperation(name))
    const ofEach = (operations: unknown) =>
      Object.fromEntries(Object.keys(Object(operations)).map((method) => [method, { parameters }]))
    const shared = said.map(([name, value]) => [name, name === 'additionalOperations' ? ofEach(value) : { parameters }])
    const laid = Object.fromEntries(this.#members(Object.fromEntries(shared), over, 'pathItem', at))
    return Object.fromEntries(this.#members(rest, laid, 'pathItem', at))
  }

  #faultOf(kind: Kind, name: string, value: unknown): string | undefined {
    if (kind === 'operation' && name === 'operationId' && this.#refused.has(`operationId ${value}`))
      return `another operation is called '${value}'`
    if (name !== 'security') return undefined
    const names = Object.values(Object(value)).flatMap((requirement) => Object.keys(Object(requirement)))
    const unknown = names.find((one) => this.#refused.has(`security ${one}`))
    return unknown === undefined ? undefined : `there is no security scheme '${unknown}'`
  }

  #record(patch: unknown, over: unknown, member: Member, at: Place): unknown {
    check(isPlainObject(patch), 'an object', patch, at)
    const laid = new Map(Object.entries(Object(over)))
    for (const [name, value] of Object.entries(patch)) {
      const place = inside(at, name, over)
      // A route that says nothing of its answers may be said to have none.
      const isLast = member.kind === 'response' && laid.size === 1 && name !== '2XX'
      if (value === undefined && !isLast && !this.#refused.has(`$ref #${place.pointer}`)) laid.delete(name)
      if (value === undefined || this.#refused.has(`component ${place.pointer}`)) continue
      const laidPart = this.#member(value, laid.get(name), entryOf(member, name), place)
      if (laidPart !== undefined) laid.set(name, laidPart)
    }
    const isNothing = laid.size === 0 && over === undefined && Object.keys(patch).length > 0
    return isNothing ? undefined : Object.fromEntries(laid)
  }

  #list(patch: unknown, over: unknown, kind: Kind, at: Place): unknown {
    if (isPlainObject(patch)) {
      // Items by index are a difference of the list that the application had.
      if (!Array.isArray(over)) return undefined
      const items = over.map((item, index) => this.#item(patch, item, String(index), kind, at))
      return withoutTwins(
        items.filter((item) => item !== undefined),
        kind
      )
    }
    if (kind === 'name' && !Array.isArray(patch)) return patch
    check(Array.isArray(patch), 'a list', patch, at)
    const items = patch.map((item, index) => this.#one(item, undefined, kind, inside(at, String(index), undefined)))
    return withoutTwins(
      items.filter((item) => item !== undefined),
      kind
    )
  }

  #item(patch: Members, item: unknown, index: string, kind: Kind, at: Place): unknown {
    if (!Object.hasOwn(patch, index)) return item
    if (patch[index] === undefined) return undefined
    const laid = this.#one(patch[index], item, kind, inside(at, index, item))
    return laid === undefined ? item : laid
  }

  /** Parameters are known by place and name, in a list as well: those that it does not name stay. */
  #parameters(patch: unknown, over: unknown, at: Place): unknown {
    check(Array.isArray(patch) || isPlainObject(patch), 'a list or an object', patch, at)
    const laid = new Map((Array.isArray(over) ? over : []).map((parameter) => [keyOf(parameter), parameter]))
    const given = Array.isArray(patch)
      ? patch.map((each) => [keyOf(this.#follow(each)), each] as const)
      : Object.entries(patch)
    for (const [name, value] of given) {
      const key = toKey(name)
      const isOfPath = key.startsWith('path ')
      if (value === undefined && !isOfPath) laid.delete(key)
      if (value === undefined) continue
      const parameter = this.#member(
        value,
        laid.get(key),
        { form: 'one', kind: 'parameter', isOwned: true },
        inside(at, key, at)
      )
      if (parameter !== undefined) laid.set(key, parameter)
    }
    return laid.size === 0 && over === undefined ? undefined : [...laid.values()]
  }

  /** Returns what a reference leads to in the patch, or in the document; `undefined` where that is nothing. */
  #follow(part: unknown): unknown {
    let target = part
    for (let steps = 0; isReference(target); steps++) {
      const pointer = target.$ref.startsWith('#/') ? target.$ref.slice(1) : undefined
      if (pointer === undefined || steps > 100) return undefined
      target = pointed(this.#patch, pointer) ?? pointed(this.#document, pointer)
    }
    return target
  }
}

/** Headers that OpenAPI ignores among parameters (3.1 §4.8.12.2), so no application has them. */
const ignored = ['header accept', 'header content-type', 'header authorization']

/** Bodies that OpenAPI ignores (3.1 §4.8.10.1: their meaning is not defined by HTTP). */
const ignoredBody = /\/(?:get|head|trace)\/requestBody$/

/** Answers that come before the one that a handler sends (RFC 9110 §15.2), which no route declares. */
const interim = /\/responses\/1(?:\d\d|XX)$/i

/**
 * Tells what says nothing of the application: such a header, body or answer, a path without operations, unless it is there to name its parameters, and a path with
 * a fragment, which no request has (RFC 9110 §7.1).
 */
function isFree(patch: unknown, kind: Kind, { pointer }: Place): boolean {
  if (kind === 'requestBody') return ignoredBody.test(pointer)
  if (kind === 'parameter') return ignored.some((key) => pointer.endsWith(`/${key}`))
  if (kind === 'response') return interim.test(pointer)
  if (kind === 'pathItem' && pointer.includes('#')) return true
  const names = kind === 'pathItem' && isPlainObject(patch) && !pointer.includes('{') ? Object.keys(patch) : ['get']
  return !names.some((name) => memberOf('pathItem', name)?.isOwned === true)
}

/** Tells an example or a style of a parameter that has content, which is where its examples stand. */
function isBesideContent(kind: Kind, name: string, patch: Members, laid: ReadonlyMap<string, unknown>): boolean {
  const isField = (kind === 'parameter' || kind === 'header') && instead.content?.includes(name) === true
  return isField && patch[name] !== undefined && (laid.has('content') || patch.content !== undefined)
}

/** Tells what no patch changes: what a part is known by, and what it needs. */
function isFixed(kind: Kind, name: string, value: unknown, over: Members | undefined): boolean {
  const isMissed = (names: string) => names.split('|').every((one) => one === name || over?.[one] === undefined)
  if (value === undefined && needs[kind]?.some((names) => names.split('|').includes(name) && isMissed(names)))
    return true
  if (kind === 'document' && name === 'openapi') return minorOf(value) !== minorOf(over?.openapi)
  if (kind !== 'parameter' || over === undefined) return false
  if (name === 'name') return keyOf({ ...over, name: value }) !== keyOf(over)
  return name === 'in' || (name === 'required' && over.in === 'path')
}

/** Names, and alternatives, of which two are one. */
function withoutTwins(items: readonly unknown[], kind: Kind): readonly unknown[] | undefined {
  if (items.length === 0 && kind === 'schema') return undefined
  return kind === 'name' ? [...new Set(items)] : items
}

const minorOf = (version: unknown) => String(version).split('.').slice(0, 2).join('.')

function check(isRight: boolean, what: string, given: unknown, { pointer }: Place): asserts isRight {
  checkArgument(isRight, "The option 'patch' of openapi()", pointer === '' ? what : `${what} at ${pointer}`, given)
}
