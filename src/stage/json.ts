/**
 * JSON bodies, without the keys that poison prototypes when an object is merged into another.
 *
 * Few texts name such a key. secure-json-parse finds every way to write one by patterns, but a text without a backslash has only one way. A plain
 * search excludes it sooner (64 KB: 8 µs instead of 22; 500 B: 0.1 instead of 0.25).
 */
import { errors, withoutStack } from '../error/error.ts'
import { require } from '../require.ts'

const sjson: typeof import('secure-json-parse') = require('secure-json-parse')

type PoisonAction = 'error' | 'remove' | 'ignore'

/** The set keeps V8 from searching for plain text, which is slower than a pattern where the first letter is a frequent one. */
const constructorName = /constructo[r]/
const byteOrderMark = 0xfeff

function mayBePoisonous(text: string): boolean {
  return text.includes('\\') || text.includes('__proto__') || constructorName.test(text)
}

/** Makes the parser of JSON bodies; the keys that could poison a prototype are refused, removed or kept. */
export function createJsonParser(protoAction: PoisonAction, constructorAction: PoisonAction) {
  const parse = (text: string): unknown =>
    text.charCodeAt(0) === byteOrderMark || mayBePoisonous(text)
      ? sjson.parse(text, { protoAction, constructorAction })
      : JSON.parse(text)
  // An application may have it called with the bytes.
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
