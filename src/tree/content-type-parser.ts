/** The content-type parsers of a context. `stage/body.ts` reads the body and enforces its limit. */
import { errors, withMessage } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import { type Callable, isFunction, type UserFunction } from '../user-function.ts'
import type { AppObject } from './app-object.ts'
import { isSealed } from './freeze.ts'
import { type ContextNode, nodeOf, pluginOf } from './node.ts'
import { declaredTwice, type Origin, originOf, recordOrigin } from './origin.ts'

export interface ContentTypeParser {
  readonly plugin: string
  /** `undefined`: the parser gets the raw stream, and must limit its length itself. */
  readonly parseAs: 'string' | 'buffer' | undefined
  /** In bytes; `undefined` for the route's limit. */
  readonly bodyLimit: number | undefined
  readonly parse: Callable
  readonly origin?: Origin
  /** True for the built-in parsers of JSON and text, each of which a context may replace once. */
  readonly isBuiltIn: boolean
  /** Whether invalid UTF-8 is refused (RFC 8259 §8.1). Otherwise invalid bytes are replaced. */
  readonly requiresUtf8?: boolean
}

/** Normalizes a media type; returns `undefined` for any other text. */
export type ToKey = (contentType: string) => string | undefined

const catchAll = '*'

/** A child context starts with the collections of its parent. So a change replaces a collection, and never modifies it. */
export class ParserSet {
  #byType: ReadonlyMap<string, ContentTypeParser>
  #byPattern: readonly { pattern: RegExp; parser: ContentTypeParser }[]
  readonly #toKey: ToKey

  constructor(toKey: ToKey, from?: ParserSet) {
    this.#toKey = toKey
    this.#byType = from === undefined ? new Map() : from.#byType
    this.#byPattern = from === undefined ? [] : from.#byPattern
  }

  copy(): ParserSet {
    return new ParserSet(this.#toKey, this)
  }

  /** @param hint returns the end of the error message for a type that is already declared */
  add(type: unknown, parser: ContentTypeParser, hint = () => ''): void {
    if (type instanceof RegExp) {
      if (this.has(type)) throw withMessage(new errors.FST_ERR_CTP_ALREADY_PRESENT(String(type)), hint())
      this.#byPattern = [{ pattern: type, parser }, ...this.#byPattern]
      return
    }
    const key = this.#keyOf(type)
    const present = this.#byType.get(key)
    // A plugin cannot know whether a parent context has declared `*`, so `*` may be declared again.
    if (present !== undefined && !present.isBuiltIn && key !== catchAll)
      throw withMessage(new errors.FST_ERR_CTP_ALREADY_PRESENT(key), hint())
    this.#byType = new Map(this.#byType).set(key, parser)
  }

  /** In the order of lookup. */
  *entries(): Iterable<[type: string, parser: ContentTypeParser]> {
    for (const [type, parser] of this.#byType) if (type !== catchAll) yield [type, parser]
    for (const { pattern, parser } of this.#byPattern) yield [String(pattern), parser]
    if (this.catchAll !== undefined) yield [catchAll, this.catchAll]
  }

  has(type: unknown): boolean {
    if (type instanceof RegExp) return this.#byPattern.some(({ pattern }) => String(pattern) === String(type))
    return this.#byType.has(this.#keyOf(type))
  }

  remove(type: unknown): void {
    if (type instanceof RegExp) {
      this.#byPattern = this.#byPattern.filter(({ pattern }) => String(pattern) !== String(type))
      return
    }
    // A text that is not a media type cannot be declared, so there is no parser to remove.
    const key = type === catchAll || typeof type !== 'string' ? type : this.#toKey(type.trim())
    this.#byType = new Map([...this.#byType].filter(([present]) => present !== key))
  }

  removeAll(): void {
    this.#byType = new Map()
    this.#byPattern = []
  }

  find(normalized: string, essence: string): ContentTypeParser | undefined {
    return (
      this.#byType.get(normalized) ??
      this.#byType.get(essence) ??
      this.#byPattern.find(({ pattern }) => normalized.search(pattern) !== -1)?.parser ??
      this.#byType.get(catchAll)
    )
  }

  get catchAll(): ContentTypeParser | undefined {
    return this.#byType.get(catchAll)
  }

  #keyOf(type: unknown): string {
    if (typeof type !== 'string') throw new errors.FST_ERR_CTP_INVALID_TYPE()
    const trimmed = type.trim()
    if (trimmed === '') throw new errors.FST_ERR_CTP_EMPTY_TYPE()
    const key = trimmed === catchAll ? catchAll : this.#toKey(trimmed)
    if (key === undefined) throw new errors.FST_ERR_CTP_INVALID_TYPE()
    return key
  }
}

function toParser(
  options: { parseAs?: unknown; bodyLimit?: number },
  parse: unknown,
  node: ContextNode
): ContentTypeParser {
  if (!isFunction(parse)) throw new errors.FST_ERR_CTP_INVALID_HANDLER()
  const { parseAs, bodyLimit } = options
  if (parseAs !== undefined && parseAs !== 'string' && parseAs !== 'buffer') {
    throw new errors.FST_ERR_CTP_INVALID_PARSE_TYPE(String(parseAs))
  }
  const origin = originOf(node, toParser)
  return { plugin: pluginOf(node), parseAs, bodyLimit, parse, origin, isBuiltIn: false }
}

function guardStarted(app: AppObject, verb: string): void {
  if (isSealed(app)) throw new errors.FST_ERR_CTP_INSTANCE_ALREADY_STARTED(verb)
}

export interface DefaultParsers {
  readonly getDefaultJsonParser: UserFunction
  readonly defaultTextParser: UserFunction
}

export function createParserVerbs({ getDefaultJsonParser, defaultTextParser }: DefaultParsers) {
  return {
    addContentTypeParser(this: AppObject, types: unknown, given: unknown, parse?: unknown) {
      guardStarted(this, 'addContentTypeParser')
      const parserOptions = typeof given === 'object' && given !== null ? given : {}
      const node = nodeOf(this)
      const parser = toParser(parserOptions, isFunction(given) ? given : parse, node)
      for (const type of Array.isArray(types) ? types : [types]) {
        if (type instanceof RegExp && type.source[0] !== '^' && !type.source.includes(';?'))
          warn('FSTSEC001', type.source)
        node.parsers.add(type, parser, () => declaredTwice(node, 'parser', String(type), node.cursor.plugin))
        recordOrigin(node, 'parser', String(type))
      }
      return this
    },
    hasContentTypeParser(this: AppObject, type: unknown) {
      return nodeOf(this).parsers.has(type)
    },
    removeContentTypeParser(this: AppObject, types: unknown) {
      guardStarted(this, 'removeContentTypeParser')
      for (const type of Array.isArray(types) ? types : [types]) nodeOf(this).parsers.remove(type)
    },
    removeAllContentTypeParsers(this: AppObject) {
      guardStarted(this, 'removeAllContentTypeParsers')
      nodeOf(this).parsers.removeAll()
    },
    getDefaultJsonParser,
    defaultTextParser
  }
}
