/**
 * Checks whether a value in its JSON form matches a schema. The serializer uses this to choose between the schemas of `anyOf`. Schemas are
 * interpreted and not compiled, because some platforms forbid code generation.
 */
import { boundsOf, formatRule, isThere, ofLists, ofObjects, patternsOf, type Rule } from './bound.ts'
import { type Check, type Formats, strict } from './check-mode.ts'
import type { Documents, SchemaObject, SchemaPart } from './documents.ts'
import { isJsonScalar, memberReader, readMember } from './json-value.ts'
import { matchesAny, matchesOne } from './member.ts'
import { convert, isFormattedDate, isOfType, type Scalars, toFormatted } from './scalar.ts'

export class Checks {
  readonly #documents: Documents
  readonly #formats: Formats
  readonly #scalars: Scalars
  readonly #known = new Map<unknown, Check>()

  constructor(documents: Documents, formats: Formats, scalars: Scalars) {
    this.#documents = documents
    this.#formats = formats
    this.#scalars = scalars
  }

  of = (schema: SchemaPart): Check => {
    if (typeof schema === 'boolean') return () => schema
    const known = this.#known.get(schema)
    if (known !== undefined) return known
    let check: Check | undefined
    // Set before compiling, because a recursive schema refers to its own check.
    this.#known.set(schema, (value, mode) => {
      check ??= this.#compile(schema)
      return check(value, mode)
    })
    return this.#known.get(schema) as Check
  }

  #compile(schema: SchemaObject): Check {
    const { format, nullable } = schema
    const scalars = this.#scalars
    const types = schema.type === undefined ? undefined : ([schema.type].flat() as string[])
    const isTyped = typeCheck(types)
    const rules = this.#rulesOf(schema)
    const hasFormat = formatRule(schema, this.#formats)
    const inPlaceChecks = this.#inPlaceChecksOf(schema)
    return (value, mode) => {
      let json = isJsonScalar(value) ? value : toFormatted(value, format, scalars)
      const isNull = json === null && nullable === true
      if (isNull && mode.isTrimmed) return true
      if (!isNull && !isTyped(json)) {
        json = mode.isConverted ? types?.map((type) => convert(json, type, value)).find(isDefined) : undefined
      }
      if (json === undefined) return false
      // With `nullable`, null is valid even if `enum` lacks it.
      if (!isNull) for (const rule of rules) if (!rule(json, mode)) return false
      // The text of a `Date` is not checked against its format. Some do not match, such as a time without a time zone.
      if (hasFormat !== undefined && !isFormattedDate(value, format) && !hasFormat(json, mode)) return false
      for (const check of inPlaceChecks) if (!check(value, mode)) return false
      return true
    }
  }

  /** Checks of in-place applicators (JSON Schema 2020-12 §10.2), whose subschemas apply to the value itself. */
  #inPlaceChecksOf(schema: SchemaObject): Check[] {
    const { $ref, allOf, anyOf, oneOf, not } = schema
    const checks: Check[] = []
    if (typeof $ref === 'string') checks.push(this.of(this.#documents.follow(schema)))
    if (Array.isArray(allOf)) checks.push(...allOf.map(this.of))
    if (Array.isArray(anyOf)) checks.push(matchesAny(anyOf.map(this.of)))
    if (Array.isArray(oneOf)) checks.push(matchesOne(oneOf.map(this.of)))
    if (not !== undefined) checks.push(matchesNot(this.of(not as SchemaPart)))
    if (schema.if !== undefined) checks.push(this.#conditionOf(schema))
    return checks
  }

  #conditionOf(schema: SchemaObject): Check {
    const [condition, then, otherwise] = [schema.if, schema.then ?? true, schema.else ?? true].map((one) =>
      this.of(one as SchemaPart)
    ) as [Check, Check, Check]
    return (value, mode) => (condition(value, strict) ? then : otherwise)(value, mode)
  }

  #rulesOf(schema: SchemaObject): Rule[] {
    return [...boundsOf(schema), ...this.#objectRules(schema), ...this.#listRules(schema)]
  }

  #objectRules(schema: SchemaObject): Rule[] {
    const rules = [
      ...this.#declaredMemberRules(schema),
      ...this.#undeclaredMemberRules(schema),
      ...this.#dependencyRules(schema)
    ]
    if (schema.propertyNames === undefined) return rules
    const check = this.of(schema.propertyNames as SchemaPart)
    const checkNames = ofObjects(
      (json, mode) => mode.isTrimmed || Object.keys(json).every((name) => check(name, strict))
    )
    return [...rules, checkNames]
  }

  #declaredMemberRules(schema: SchemaObject): Rule[] {
    const properties = (schema.properties ?? {}) as Record<string, SchemaPart>
    const required = new Set((schema.required ?? []) as string[])
    const members = [...new Set([...required, ...Object.keys(properties)])].map((name) => {
      const part = Object.hasOwn(properties, name) ? properties[name] : undefined
      const check = this.of(part ?? true)
      const isFilled = defaultOf(part, this.#documents) !== undefined
      return { check, read: memberReader(name), isRequired: required.has(name), isFilled }
    })
    if (members.length === 0) return []
    return [
      ofObjects((json, mode) => {
        for (const { check, read, isRequired, isFilled } of members) {
          const member = read(json)
          if (member === undefined ? isRequired && !(isFilled && mode.isTrimmed) : !check(member, mode)) return false
        }
        return true
      })
    ]
  }

  #undeclaredMemberRules(schema: SchemaObject): Rule[] {
    const names = new Set(Object.keys(schema.properties ?? {}))
    const patterns = patternsOf(schema).map(([pattern, part]) => [pattern, this.of(part)] as const)
    const others = schema.additionalProperties as SchemaPart | undefined
    const isOpen = others !== undefined && others !== false
    const checkOther = this.of(others ?? true)
    const checksNone = patterns.length === 0 && others === undefined
    return [
      ofObjects((json, mode) => {
        if (checksNone && !mode.isTrimmed) return true
        for (const name of Object.keys(json)) {
          const member = readMember(json, name)
          if (member === undefined) continue
          const matching = patterns.filter(([pattern]) => pattern.test(name))
          if (!matching.every(([, check]) => check(member, mode))) return false
          if (matching.length > 0 || names.has(name)) continue
          if (!isOpen && mode.isTrimmed) mode.omitted++
          else if (!checkOther(member, mode)) return false
        }
        return true
      })
    ]
  }

  #dependencyRules({ dependencies }: SchemaObject): Rule[] {
    return Object.entries((dependencies ?? {}) as Record<string, SchemaPart | string[]>).map(([name, needed]) => {
      const check = Array.isArray(needed) ? undefined : this.of(needed)
      return ofObjects((json, mode) => {
        if (!isThere(json, name)) return true
        return check === undefined ? (needed as string[]).every((one) => isThere(json, one)) : check(json, mode)
      })
    })
  }

  #listRules(schema: SchemaObject): Rule[] {
    const { items, contains } = schema
    const rules: Rule[] = []
    if (Array.isArray(items)) {
      const checks = items.map(this.of)
      const rest = this.of((schema.additionalItems ?? true) as SchemaPart)
      rules.push(ofLists((json, mode) => json.every((item, at) => (checks[at] ?? rest)(item, mode))))
    } else if (items !== undefined) {
      const check = this.of(items as SchemaPart)
      rules.push(ofLists((json, mode) => json.every((item) => check(item, mode))))
    }
    if (contains !== undefined) {
      const check = this.of(contains as SchemaPart)
      rules.push(ofLists((json) => json.some((item) => check(item, strict))))
    }
    return rules
  }
}

const matchesNot =
  (check: Check): Check =>
  (value) =>
    !check(value, strict)

const isDefined = (value: unknown) => value !== undefined

function typeCheck(types: readonly string[] | undefined): (json: unknown) => boolean {
  const [first, ...others] = (types ?? []).map((type) => isOfType[type] as (json: unknown) => boolean)
  if (first === undefined) return () => true
  return others.length === 0 ? first : (json) => first(json) || others.some((isOf) => isOf(json))
}

export function defaultOf(part: SchemaPart | undefined, documents: Documents): unknown {
  if (typeof part !== 'object' || part.default !== undefined) return (part as SchemaObject | undefined)?.default
  return typeof part.$ref === 'string' ? defaultOf(documents.follow(part), documents) : undefined
}
