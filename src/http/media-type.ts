/** Content-Type (RFC 9110 §8.3.1) is parsed once. Two parsers could disagree, and a client could bypass the validation of its body. */
import { trimValue } from './field.ts'

// token (RFC 9110 §5.6.2)
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const essencePattern = new RegExp(`^(${token})/(${token})$`)
// OWS name "=" ( token / quoted-string ) OWS, then ";" or the end (RFC 9110 §5.6.4, §5.6.6)
const parameterPattern = new RegExp(
  `[ \\t]*(${token})=(?:(${token})|"((?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t \\x21-\\x7e\\x80-\\xff])*)")[ \\t]*(?:;|$)`,
  'y'
)
const none: ReadonlyMap<string, string> = new Map()

// The cache is bounded, because clients choose the values.
const cacheSize = 100
const cachedLength = 200
const cache = new Map<string, MediaType>()

/** Type, subtype and parameter names are in lower case. For an invalid value, all members are empty. Malformed parameters are ignored. */
export class MediaType {
  readonly type: string
  readonly subtype: string
  readonly essence: string
  /** By lower-case name, unquoted. The last value of a repeated name counts. */
  readonly parameters: ReadonlyMap<string, string>
  readonly isValid: boolean
  readonly #text: string

  private constructor(value: string) {
    const end = value.indexOf(';')
    const match = essencePattern.exec(trimValue(end === -1 ? value : value.slice(0, end)))
    this.type = match?.[1]?.toLowerCase() ?? ''
    this.subtype = match?.[2]?.toLowerCase() ?? ''
    this.essence = match === null ? '' : `${this.type}/${this.subtype}`
    this.parameters = match === null || end === -1 ? none : parseParameters(value, end + 1)
    this.isValid = match !== null
    this.#text = this.essence + formatParameters(this.parameters)
  }

  /** A value that is not a string counts as empty. Equal texts may return the same object. */
  static parse(value: unknown): MediaType {
    const text = typeof value === 'string' ? value : ''
    return cache.get(text) ?? remember(text, new MediaType(text))
  }

  /** The canonical text, `type/subtype; name="value"`. Equal media types have equal texts. */
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
    // After an unbalanced quote, a semicolon may belong to the quoted text. The remaining parameters are ignored.
    if (next === -1 || value.slice(position, next).includes('"')) break
    position = next + 1
  }
  return parameters
}

function formatParameters(parameters: ReadonlyMap<string, string>): string {
  return [...parameters].map(([name, value]) => `; ${name}="${value.replace(/["\\]/g, '\\$&')}"`).join('')
}
