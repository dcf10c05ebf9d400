/** The only parser of Content-Type (RFC 9110 §8.3.1). With two parsers that disagree, a client could bypass the validation of its body. */
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

// The cache is limited, because clients choose the values.
const cacheSize = 100
const cachedLength = 200
const cache = new Map<string, MediaType>()

/** Type, subtype and parameter names are in lower case. All texts of an invalid value are empty. Malformed parameters are ignored. */
export class MediaType {
  readonly type: string
  readonly subtype: string
  readonly essence: string
  /** Values by lower-case name, without quotes. If a name is repeated, its last value counts. */
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

  /** Returns an invalid media type for a value that is not a string. Results are cached, so equal texts may return the same object. */
  static parse(value: unknown): MediaType {
    const text = typeof value === 'string' ? value : ''
    return cache.get(text) ?? remember(text, new MediaType(text))
  }

  /** Returns the canonical text `type/subtype; name="value"`, which is equal for equal media types. */
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
    // Parsing stops at an unbalanced quote, because the semicolon may belong to a quoted text.
    if (next === -1 || value.slice(position, next).includes('"')) break
    position = next + 1
  }
  return parameters
}

function formatParameters(parameters: ReadonlyMap<string, string>): string {
  return [...parameters].map(([name, value]) => `; ${name}="${value.replace(/["\\]/g, '\\$&')}"`).join('')
}
