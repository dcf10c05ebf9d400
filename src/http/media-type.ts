/**
 * The value of a Content-Type field, parsed once into its canonical form (RFC 9110 §8.3.1). The choice of the parser, body schemas and
 * `request.mediaType` all use this object, and no stage parses the header again. So the header cannot be read in one way for parsing and in another
 * for validation.
 *
 * Type and subtype must follow the grammar exactly. White space around the value is ignored (RFC 9110 §5.5). A malformed parameter is ignored,
 * because type and subtype do not depend on it.
 */

// token (RFC 9110 §5.6.2)
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const essencePattern = new RegExp(`^(${token})/(${token})$`)
// OWS name "=" ( token / quoted-string ) OWS, up to the next ";" or the end (RFC 9110 §5.6.4, §5.6.6)
const parameterPattern = new RegExp(
  `[ \\t]*(${token})=(?:(${token})|"((?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t \\x21-\\x7e\\x80-\\xff])*)")[ \\t]*(?:;|$)`,
  'y'
)
const none: ReadonlyMap<string, string> = new Map()

// Clients choose these values, so the cache limits the number and the length of its entries.
const cacheSize = 100
const cachedLength = 200
const cache = new Map<string, MediaType>()

/** A media type in canonical form: lower-case type, subtype and parameter names; parameter values unchanged. */
export class MediaType {
  /** The part before the slash, such as `application`; empty if the value is not a media type. */
  readonly type: string
  /** The part after the slash, such as `json`; empty if the value is not a media type. */
  readonly subtype: string
  /** `type/subtype`, such as `application/json`; empty if the value is not a media type. */
  readonly essence: string
  /** By lower-case name, unquoted. If a name is repeated, its last value counts. */
  readonly parameters: ReadonlyMap<string, string>
  /** Whether the value follows the grammar of a media type. */
  readonly isValid: boolean
  readonly #text: string

  private constructor(value: string) {
    const end = value.indexOf(';')
    const match = essencePattern.exec(trim(end === -1 ? value : value.slice(0, end)))
    this.type = match?.[1]?.toLowerCase() ?? ''
    this.subtype = match?.[2]?.toLowerCase() ?? ''
    this.essence = match === null ? '' : `${this.type}/${this.subtype}`
    this.parameters = match === null || end === -1 ? none : parseParameters(value, end + 1)
    this.isValid = match !== null
    this.#text = this.essence + formatParameters(this.parameters)
  }

  /** Parses a Content-Type value. A value that is not a string counts as empty. Equal texts may return the same object. */
  static parse(value: unknown): MediaType {
    const text = typeof value === 'string' ? value : ''
    return cache.get(text) ?? remember(text, new MediaType(text))
  }

  /** Returns the canonical text, `type/subtype; name="value"`. Equal media types have equal texts. The text is empty for an invalid value. */
  toString(): string {
    return this.#text
  }
}

function remember(text: string, mediaType: MediaType): MediaType {
  if (text.length > cachedLength) return mediaType
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value as string)
  cache.set(text, mediaType)
  return mediaType
}

/** Removes spaces and tabs at the ends. `String.prototype.trim` would also remove other characters, which belong to the value. */
function trim(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && isWhiteSpace(value.charCodeAt(start))) start++
  while (end > start && isWhiteSpace(value.charCodeAt(end - 1))) end--
  return value.slice(start, end)
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x09
}

function parseParameters(value: string, start: number): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  let position = start
  while (position < value.length) {
    parameterPattern.lastIndex = position
    const match = parameterPattern.exec(value)
    if (match !== null) {
      const [text, name = '', plain, quoted = ''] = match
      parameters.set(name.toLowerCase(), plain ?? quoted.replace(/\\(.)/g, '$1'))
      position += text.length
      continue
    }
    const next = value.indexOf(';', position)
    // After an unbalanced quote, a semicolon may belong to the quoted text, so the remaining parameters are ignored.
    if (next === -1 || value.slice(position, next).includes('"')) break
    position = next + 1
  }
  return parameters
}

function formatParameters(parameters: ReadonlyMap<string, string>): string {
  let text = ''
  for (const [name, value] of parameters) text += `; ${name}="${value.replace(/["\\]/g, '\\$&')}"`
  return text
}
