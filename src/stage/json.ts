/**
 * Parses JSON bodies. Keys that could change prototypes, such as `__proto__`, are refused, removed or kept by option.
 *
 * secure-json-parse searches for all escaped forms of these keys. A text without a backslash can contain only the plain form, whose search is faster.
 * It takes 8 µs instead of 22 for 64 KB, and 0.1 instead of 0.25 for 500 B.
 */
import { errors, withoutStack } from '../error/error.ts'
import { require } from '../require.ts'

const sjson: typeof import('secure-json-parse') = require('secure-json-parse')

type PoisonAction = 'error' | 'remove' | 'ignore'

/** `[r]` is for speed: V8 searches a plain text by its first letter, and `c` is frequent in JSON. */
const constructorName = /constructo[r]/
const byteOrderMark = 0xfeff

function mayBePoisonous(text: string): boolean {
  return text.includes('\\') || text.includes('__proto__') || constructorName.test(text)
}

export function createJsonParser(protoAction: PoisonAction, constructorAction: PoisonAction) {
  const parse = (text: string): unknown =>
    text.charCodeAt(0) === byteOrderMark || mayBePoisonous(text)
      ? sjson.parse(text, { protoAction, constructorAction })
      : JSON.parse(text)
  // The body is bytes only if an application calls this parser itself.
  return (_request: unknown, body: string | Buffer, done: (error: unknown, body?: unknown) => void): void => {
    if (body.length === 0) return done(withoutStack(() => new errors.FST_ERR_CTP_EMPTY_JSON_BODY()))
    let parsed: unknown
    try {
      parsed = withoutStack(() => parse(typeof body === 'string' ? body : body.toString()))
    } catch {
      return done(withoutStack(() => new errors.FST_ERR_CTP_INVALID_JSON_BODY()))
    }
    done(null, parsed)
  }
}
