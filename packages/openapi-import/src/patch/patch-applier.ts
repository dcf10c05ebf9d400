/**
 * Applies a patch to the document of an application. The patch may have been made for an earlier version of the application. So operations,
 * parameters, bodies, responses, media types and fields that the application no longer has are omitted. Any other added object must be complete. An
 * incomplete one was meant to change an object that no longer exists.
 */
import { isPlainObject } from '@espalier/command-kit'
import type { OpenApiDocument } from 'espalier/openapi'
import type { JsonObject } from '../json.ts'
import { applyMergePatch, isReference } from '../json-merge-patch.ts'
import { pointed } from '../pointer.ts'
import { mayAdd } from './addable-part.ts'
import { checkArgument } from './argument.ts'
import { referencesIn } from './fault.ts'
import { isBesideContent, isEmpty, isFixed, isNeeded, minorOf, remove } from './fixed.ts'
import { faultOfName, faultOfPart } from './incomplete-part.ts'
import { entryOf, followed, insteadOf, type Kind, kindOf, type Member, memberOf, referring, restricts } from './kind.ts'
import { keyOf, toKey } from './parameter-key.ts'
import { isScalar, wantedOf } from './scalar.ts'

interface Location {
  readonly pointer: string
  /** Whether the document of the application has the containing object. Otherwise the patch has added it. */
  readonly isOfApp: boolean
}

const foreign = 'the application has no such part'
const besideContent = 'it has content, which is where examples and schemas stand'

const inside = ({ pointer, isOfApp }: Location, name: string, over: unknown): Location => ({
  pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  isOfApp: isOfApp && over !== undefined
})

export class PatchApplier {
  readonly leftOut: string[] = []
  readonly #patch: JsonObject
  readonly #document: OpenApiDocument
  readonly #refused: ReadonlySet<string>
  readonly #isLater: boolean
  #referred: ReadonlySet<string> | undefined

  /** @param refused names of contradictions (`faultsOf`) that this patch has caused. The members that cause them are omitted. */
  constructor(patch: JsonObject, document: OpenApiDocument, refused: ReadonlySet<string>) {
    this.#patch = patch
    this.#document = document
    this.#refused = refused
    this.#isLater = minorOf(document.openapi) !== '3.1'
  }

  /** @throws ESP_ERR_ARGUMENT_INVALID when a value of the patch has a wrong type */
  apply(): OpenApiDocument {
    return Object(this.#one(this.#patch, this.#document, 'document', { pointer: '', isOfApp: true }))
  }

  #leave({ pointer }: Location, why: string): undefined {
    this.leftOut.push(`${pointer} of the option 'patch' is left out: ${why}.`)
  }

  /** Returns the patched value of a member. Returns `undefined` if the patch must not change the member. */
  #member(patch: unknown, over: unknown, member: Member, at: Location): unknown {
    const { form, kind, isOwned = false } = member
    if (form === 'one' && isScalar(member)) return this.#scalar(patch, member, at)
    if (form === 'list')
      return kind === 'parameter' ? this.#parameters(patch, over, at) : this.#list(patch, over, kind, at)
    if (isOwned && at.isOfApp && over === undefined && !mayAdd(patch, kind, at.pointer)) return this.#leave(at, foreign)
    return form === 'one' ? this.#one(patch, over, kind, at) : this.#record(patch, over, member, at)
  }

  #one(patch: unknown, over: unknown, kind: Kind, at: Location): unknown {
    if (kind === 'plain') return this.#plain(patch, over, at)
    const given = followed.has(kind) ? this.#follow(patch) : patch
    if (given === undefined) return this.#leave(at, 'its reference leads nowhere')
    if (kind === 'schema' && typeof given === 'boolean') return given
    check(isPlainObject(given), 'an object', given, at)
    const refers = isReference(given) && referring.has(kind)
    const isRefused = refers && this.#refused.has(`$ref ${given.$ref}`)
    if (isRefused) return this.#leave(at, `the document has no ${given.$ref}`)
    if (refers) return kind === 'schema' && !this.#fits(given, over) ? this.#leave(at, foreign) : given
    // Text, such as `description`, can stand beside a `$ref`. A patch that restricts values replaces the `$ref`.
    const isOther = isReference(over) && (kind !== 'schema' || restricts(given))
    if (isOther && at.isOfApp) return this.#part(this.#fitting(given, over, at), undefined, kind, at)
    return this.#part(given, isPlainObject(over) && !isOther ? over : undefined, kind, at)
  }

  /** Patches plain JSON. Viewers also follow references in examples and extensions, so these references must have targets. */
  #plain(patch: unknown, over: unknown, at: Location): unknown {
    const lost = referencesIn(patch).find((each) => this.#refused.has(`$ref ${each}`))
    return lost === undefined ? applyMergePatch(patch, over) : this.#leave(at, `the document has no ${lost}`)
  }

  #scalar(value: unknown, member: Member, at: Location): unknown {
    const wanted = wantedOf(member, value)
    check(wanted === undefined, wanted ?? '', value, at)
    return value
  }

  /** Whether a reference may replace a schema. Its target must not have properties that the schema lacks. */
  #fits(reference: unknown, over: unknown): boolean {
    const known: unknown = Object(this.#own(over)).properties
    // The patch may also change the target. So the properties of the target in the patch and in the document are checked.
    const wanted = [this.#follow(reference), this.#own(reference)].flatMap((each) =>
      Object.keys(Object(Object(each).properties))
    )
    return !isPlainObject(known) || wanted.every((name) => Object.hasOwn(known, name))
  }

  #fitting(schema: JsonObject, over: unknown, at: Location): JsonObject {
    const known: unknown = Object(this.#own(over)).properties
    if (!isPlainObject(known) || !isPlainObject(schema.properties)) return schema
    const fields = Object.entries(schema.properties).filter(([name]) => {
      const isKnown = Object.hasOwn(known, name)
      if (!isKnown) this.#leave(inside(inside(at, 'properties', over), name, over), foreign)
      return isKnown
    })
    return { ...schema, properties: Object.fromEntries(fields) }
  }

  /** Patches an object of the document. Returns `undefined` if the result would be incomplete. */
  #part(patch: JsonObject, over: JsonObject | undefined, place: Kind, at: Location): JsonObject | undefined {
    if (place === 'pathItem' && over !== undefined) return this.#pathItem(patch, over, at)
    const kind = kindOf(place, { ...over, ...patch })
    const base = place === 'scheme' && kind !== kindOf(place, { ...over }) ? undefined : over
    const patched = this.#members(patch, base, kind, at)
    const fault = faultOfPart(kind, patched, this.#isLater)
    return fault === undefined ? Object.fromEntries(patched) : this.#leave(at, fault)
  }

  #members(patch: JsonObject, over: JsonObject | undefined, kind: Kind, at: Location): Map<string, unknown> {
    const patched = new Map(Object.entries(over ?? {}))
    for (const [name, value] of Object.entries(patch)) {
      const isOfMember = kind === 'schema' && name === 'properties' && this.#areFieldsOf(value, over)
      const place = isOfMember ? { ...inside(at, name, over), isOfApp: false } : inside(at, name, over)
      if (isFixed(kind, name, value, over)) continue
      if (value === undefined) {
        if (!isNeeded(place.pointer, this.#refused)) remove(patched, name)
      } else {
        const member = memberOf(kind, name)
        const fault = isBesideContent(kind, name, patch, patched)
          ? besideContent
          : this.#faultOf(kind, name, value, member)
        const part = fault === undefined && member ? this.#member(value, patched.get(name), member, place) : undefined
        if (fault !== undefined) this.#leave(place, fault)
        if (part === undefined) continue
        // `responses` must not be empty, so it is removed with its last response.
        if (name === 'responses' && kind === 'operation' && isEmpty(part)) {
          if (isEmpty(value)) this.#leave(place, 'it has no answers')
          patched.delete(name)
          continue
        }
        if (kind !== 'schema') for (const other of insteadOf(name)) patched.delete(other)
        patched.set(name, part)
      }
    }
    return patched
  }

  /** Whether the patch changes properties inside `anyOf`, `oneOf` or `allOf`. The schema of an optional body is an `anyOf` of an object and null. */
  #areFieldsOf(fields: unknown, over: JsonObject | undefined): boolean {
    const members = ['anyOf', 'oneOf', 'allOf'].flatMap((name): unknown[] => [over?.[name] ?? []].flat())
    const known = members.flatMap((member) => Object.keys(Object(Object(this.#own(member)).properties)))
    return members.length > 0 && isPlainObject(fields) && Object.keys(fields).every((name) => known.includes(name))
  }

  /** Patches a path item. Its parameters are applied to each operation, because the document of the application has parameters only there. */
  #pathItem({ parameters, ...rest }: JsonObject, over: JsonObject, at: Location): JsonObject {
    const isOperation = (name: string) => memberOf('pathItem', name)?.kind === 'operation'
    const operations = Object.entries(over).filter(([name]) => parameters !== undefined && isOperation(name))
    const ofEach = (others: unknown) =>
      Object.fromEntries(Object.keys(Object(others)).map((method) => [method, { parameters }]))
    const shared = operations.map(([name, value]) => [
      name,
      name === 'additionalOperations' ? ofEach(value) : { parameters }
    ])
    const patched = Object.fromEntries(this.#members(Object.fromEntries(shared), over, 'pathItem', at))
    return Object.fromEntries(this.#members(rest, patched, 'pathItem', at))
  }

  #faultOf(kind: Kind, name: string, value: unknown, member: Member | undefined): string | undefined {
    if (member === undefined) return "OpenAPI has no such member here, and an extension begins with 'x-'"
    if (member.isLater && !this.#isLater) return 'it needs version 3.2'
    if (kind === 'operation' && name === 'operationId' && this.#refused.has(`operationId ${value}`))
      return `another operation is called '${value}'`
    if (name !== 'security') return undefined
    const names = Object.values(Object(value)).flatMap((requirement) => Object.keys(Object(requirement)))
    const unknown = names.find((one) => this.#refused.has(`security ${one}`))
    return unknown === undefined ? undefined : `there is no security scheme '${unknown}'`
  }

  #record(patch: unknown, over: unknown, member: Member, at: Location): unknown {
    check(isPlainObject(patch), 'an object', patch, at)
    if (isReference(patch)) return this.#leave(at, 'OpenAPI has no reference here')
    const patched = new Map(Object.entries(Object(over)))
    for (const [name, value] of Object.entries(patch)) {
      const place = inside(at, name, over)
      // An operation needs a response, so the last one is kept. A last `2XX` may be removed, because `openapi()` adds it to routes that declare no
      // responses.
      const isLast = member.naming === 'status' && patched.size === 1 && name !== '2XX'
      if (value === undefined && !isLast && !this.#refused.has(`$ref #${place.pointer}`)) patched.delete(name)
      if (value === undefined || this.#refused.has(`component ${place.pointer}`)) continue
      const part = this.#entry(value, patched.get(name), member, name, place)
      if (part !== undefined) patched.set(name, part)
    }
    const isNothing = patched.size === 0 && over === undefined && Object.keys(patch).length > 0
    return isNothing ? undefined : Object.fromEntries(patched)
  }

  /**
   * Whether the patch refers to this component. Such a component is kept even if OpenAPI does not allow its name. Otherwise each object that refers
   * to it would be omitted, too.
   */
  #isReferred({ pointer }: Location): boolean {
    this.#referred ??= new Set(referencesIn(this.#patch))
    return this.#referred.has(`#${pointer}`)
  }

  #entry(patch: unknown, over: unknown, record: Member, name: string, at: Location): unknown {
    const entry = entryOf(record, name)
    const isNamed = record.naming !== undefined && over === undefined && entry.kind !== 'plain'
    const fault = isNamed && !this.#isReferred(at) ? faultOfName(record.naming, name, this.#isLater) : undefined
    return fault === undefined ? this.#member(patch, over, entry, at) : this.#leave(at, fault)
  }

  #list(patch: unknown, over: unknown, kind: Kind, at: Location): unknown {
    if (isPlainObject(patch)) {
      // An object with indexes as keys changes the items of a list. It has no effect if the application has no such list.
      if (!Array.isArray(over)) return undefined
      const items = over.map((item, index) => this.#item(patch, item, String(index), kind, at))
      return withoutTwins(items, kind)
    }
    if (kind === 'word' && !Array.isArray(patch)) return patch
    check(Array.isArray(patch), 'a list', patch, at)
    const items = patch.map((item, index) =>
      this.#member(item, undefined, { form: 'one', kind }, inside(at, String(index), undefined))
    )
    return withoutTwins(items, kind)
  }

  #item(patch: JsonObject, item: unknown, index: string, kind: Kind, at: Location): unknown {
    if (!Object.hasOwn(patch, index)) return item
    if (patch[index] === undefined) return undefined
    const patched = this.#member(patch[index], item, { form: 'one', kind }, inside(at, index, item))
    return patched === undefined ? item : patched
  }

  /** Patches parameters by their keys, such as `query limit`, even if the patch is a list. Parameters that the patch does not mention are kept. */
  #parameters(patch: unknown, over: unknown, at: Location): unknown {
    check(Array.isArray(patch) || isPlainObject(patch), 'a list or an object', patch, at)
    const patched = new Map((Array.isArray(over) ? over : []).map((parameter) => [keyOf(parameter), parameter]))
    const given = Array.isArray(patch)
      ? patch.map((each) => [keyOf(this.#follow(each)), each] as const)
      : Object.entries(patch)
    for (const [name, value] of given) {
      const key = toKey(name)
      const isOfPath = key.startsWith('path ')
      if (value === undefined && !isOfPath) patched.delete(key)
      if (value === undefined) continue
      const parameter = this.#member(
        value,
        patched.get(key),
        { form: 'one', kind: 'parameter', isOwned: true },
        inside(at, key, at)
      )
      if (parameter !== undefined) patched.set(key, parameter)
    }
    return patched.size === 0 && over === undefined ? undefined : [...patched.values()]
  }

  #follow(part: unknown, first: object = this.#patch, then: object = this.#document): unknown {
    let target = part
    for (let steps = 0; isReference(target); steps++) {
      if (!target.$ref.startsWith('#/') || steps > 100) return undefined
      const pointer = target.$ref.slice(1)
      target = pointed(first, pointer) ?? pointed(then, pointer)
    }
    return target
  }

  #own(part: unknown): unknown {
    return this.#follow(part, this.#document, this.#patch)
  }
}

/** Drops removed items and duplicate names. Returns `undefined` if no schema is left, because `anyOf: []` is invalid. */
function withoutTwins(given: readonly unknown[], kind: Kind): readonly unknown[] | undefined {
  const items = given.filter((item) => item !== undefined)
  if (items.length === 0 && kind === 'schema') return undefined
  return kind === 'name' || kind === 'word' ? [...new Set(items)] : items
}

function check(isRight: boolean, what: string, given: unknown, { pointer }: Location): asserts isRight {
  checkArgument(isRight, "The option 'patch' of openapi()", pointer === '' ? what : `${what} at ${pointer}`, given)
}
