/**
 * Whether the JSON form of a value matches a schema. A `Date` counts as its text, a bigint as a number, and `toJSON` is called. It selects the member
 * of a union to serialize. It interprets schemas, without generated code, so that it runs on every platform.
 */
import { boundsOf, formatRule, isThere, ofLists, ofObjects, patternsOf, type Rule } from './bound.ts'
import type { Documents, SchemaObject, SchemaPart } from './documents.ts'
import { isJsonScalar, memberReader, readMember } from './json-value.ts'
import { type Fit, type Formats, strictly } from './look.ts'
import { fitsAny, fitsOne } from './member.ts'
import { convert, isFormatted, isOfType, type Scalars, toFormatted } from './scalar.ts'

export class Fits {
  readonly #documents: Documents
  readonly #formats: Formats
  readonly #scalars: Scalars
  readonly #known = new Map<unknown, Fit>()

  constructor(documents: Documents, formats: Formats, scalars: Scalars) {
    this.#documents = documents
    this.#formats = formats
    this.#scalars = scalars
  }

  /** Returns the check of a schema. */
  of = (schema: SchemaPart): Fit => {
    if (typeof schema === 'boolean') return () => schema
    const known = this.#known.get(schema)
    if (known !== undefined) return known
    let fit: Fit | undefined
    // Schemas may be recursive, so the check is stored before it is built.
    this.#known.set(schema, (value, look) => {
      fit ??= this.#compile(schema)
      return fit(value, look)
    })
    return this.#known.get(schema) as Fit
  }

  #compile(schema: SchemaObject): Fit {
    const { format, nullable } = schema
    const scalars = this.#scalars
    const types = schema.type === undefined ? undefined : ([schema.type].flat() as string[])
    const isTyped = typeJudge(types)
    const rules = this.#rulesOf(schema)
    const hasFormat = formatRule(schema, this.#formats)
    const wholes = this.#wholesOf(schema)
    return (value, look) => {
      let json = isJsonScalar(value) ? value : toFormatted(value, format, scalars)
      const isNull = json === null && nullable === true
      if (isNull && look.isTrimmed) return true
      if (!isNull && !isTyped(json)) {
        json = look.isConverted ? types?.map((type) => convert(json, type, value)).find(isDefined) : undefined
      }
      if (json === undefined) return false
      // With `nullable`, an enum need not contain null.
      if (!isNull) for (const rule of rules) if (!rule(json, look)) return false
      // A `Date` is accepted for its format, although its text, such as a time without a zone, may not match that.
      if (hasFormat !== undefined && !isFormatted(value, format) && !hasFormat(json, look)) return false
      for (const fit of wholes) if (!fit(value, look)) return false
      return true
    }
  }

  /** The checks of keywords with subschemas for the value itself, such as `anyOf`. */
  #wholesOf(schema: SchemaObject): Fit[] {
    const { $ref, allOf, anyOf, oneOf, not } = schema
    const wholes: Fit[] = []
    if (typeof $ref === 'string') wholes.push(this.of(this.#documents.follow(schema)))
    if (Array.isArray(allOf)) wholes.push(...allOf.map(this.of))
    if (Array.isArray(anyOf)) wholes.push(fitsAny(anyOf.map(this.of)))
    if (Array.isArray(oneOf)) wholes.push(fitsOne(oneOf.map(this.of)))
    if (not !== undefined) wholes.push(fitsNot(this.of(not as SchemaPart)))
    if (schema.if !== undefined) wholes.push(this.#conditionOf(schema))
    return wholes
  }

  #conditionOf(schema: SchemaObject): Fit {
    const [condition, then, otherwise] = [schema.if, schema.then ?? true, schema.else ?? true].map((one) =>
      this.of(one as SchemaPart)
    ) as [Fit, Fit, Fit]
    return (value, look) => (condition(value, strictly) ? then : otherwise)(value, look)
  }

  #rulesOf(schema: SchemaObject): Rule[] {
    return [...boundsOf(schema), ...this.#objectRules(schema), ...this.#listRules(schema)]
  }

  #objectRules(schema: SchemaObject): Rule[] {
    const rules = [...this.#memberRules(schema), ...this.#otherRules(schema), ...this.#dependencyRules(schema)]
    if (schema.propertyNames === undefined) return rules
    const fit = this.of(schema.propertyNames as SchemaPart)
    const fitsNames = ofObjects(
      (json, look) => look.isTrimmed || Object.keys(json).every((name) => fit(name, strictly))
    )
    return [...rules, fitsNames]
  }

  /** Checks the members that a schema declares or requires. */
  #memberRules(schema: SchemaObject): Rule[] {
    const properties = (schema.properties ?? {}) as Record<string, SchemaPart>
    const required = new Set((schema.required ?? []) as string[])
    const members = [...new Set([...required, ...Object.keys(properties)])].map((name) => {
      const part = Object.hasOwn(properties, name) ? properties[name] : undefined
      const fit = this.of(part ?? true)
      const isFilled = defaultOf(part, this.#documents) !== undefined
      return { fit, read: memberReader(name), isRequired: required.has(name), isFilled }
    })
    if (members.length === 0) return []
    return [
      ofObjects((json, look) => {
        for (const { fit, read, isRequired, isFilled } of members) {
          const member = read(json)
          if (member === undefined ? isRequired && !(isFilled && look.isTrimmed) : !fit(member, look)) return false
        }
        return true
      })
    ]
  }

  /** Checks the members that a schema declares by a pattern, or not at all. */
  #otherRules(schema: SchemaObject): Rule[] {
    const names = new Set(Object.keys(schema.properties ?? {}))
    const patterns = patternsOf(schema).map(([pattern, part]) => [pattern, this.of(part)] as const)
    const others = schema.additionalProperties as SchemaPart | undefined
    const isOpen = others !== undefined && others !== false
    const fitsOthers = this.of(others ?? true)
    const judgesNone = patterns.length === 0 && others === undefined
    return [
      ofObjects((json, look) => {
        if (judgesNone && !look.isTrimmed) return true
        for (const name of Object.keys(json)) {
          const member = readMember(json, name)
          if (member === undefined) continue
          const matching = patterns.filter(([pattern]) => pattern.test(name))
          if (!matching.every(([, fit]) => fit(member, look))) return false
          if (matching.length > 0 || names.has(name)) continue
          // An undeclared member is omitted from the output.
          if (!isOpen && look.isTrimmed) look.lost++
          else if (!fitsOthers(member, look)) return false
        }
        return true
      })
    ]
  }

  #dependencyRules({ dependencies }: SchemaObject): Rule[] {
    return Object.entries((dependencies ?? {}) as Record<string, SchemaPart | string[]>).map(([name, needed]) => {
      const fit = Array.isArray(needed) ? undefined : this.of(needed)
      return ofObjects((json, look) => {
        if (!isThere(json, name)) return true
        return fit === undefined ? (needed as string[]).every((one) => isThere(json, one)) : fit(json, look)
      })
    })
  }

  #listRules(schema: SchemaObject): Rule[] {
    const { items, contains } = schema
    const rules: Rule[] = []
    if (Array.isArray(items)) {
      const fits = items.map(this.of)
      const rest = this.of((schema.additionalItems ?? true) as SchemaPart)
      rules.push(ofLists((json, look) => json.every((item, at) => (fits[at] ?? rest)(item, look))))
    } else if (items !== undefined) {
      const fit = this.of(items as SchemaPart)
      rules.push(ofLists((json, look) => json.every((item) => fit(item, look))))
    }
    if (contains !== undefined) {
      const fit = this.of(contains as SchemaPart)
      rules.push(ofLists((json) => json.some((item) => fit(item, strictly))))
    }
    return rules
  }
}

const fitsNot =
  (fit: Fit): Fit =>
  (value) =>
    !fit(value, strictly)

const isDefined = (value: unknown) => value !== undefined

function typeJudge(types: readonly string[] | undefined): (json: unknown) => boolean {
  const [first, ...others] = (types ?? []).map((type) => isOfType[type] as (json: unknown) => boolean)
  if (first === undefined) return () => true
  return others.length === 0 ? first : (json) => first(json) || others.some((isOf) => isOf(json))
}

/** Returns the default for a missing member. */
export function defaultOf(part: SchemaPart | undefined, documents: Documents): unknown {
  if (typeof part !== 'object' || part.default !== undefined) return (part as SchemaObject | undefined)?.default
  return typeof part.$ref === 'string' ? defaultOf(documents.follow(part), documents) : undefined
}
