/** What a failed validation says. */
import { withoutStack } from '../error/error.ts'
import type { HttpPart } from '../schema/route-schema.ts'

/** Turns what a validator reported into the error that answers the request; `this` is bound by the caller. */
export type SchemaErrorFormatter = (errors: unknown, httpPart: HttpPart) => unknown

/** In characters, which are a client's to choose: a union that fails at every level reports its whole path each time. */
const messageLength = 10_000

/** Joins what Ajv reported to one sentence, each error led by the part and the path in it: `body/age must be integer`. */
export const defaultSchemaErrorFormatter: SchemaErrorFormatter = (reported, httpPart) => {
  const list: { instancePath?: string; message?: string }[] = Array.isArray(reported) ? reported : []
  const sentences: string[] = []
  let length = 0
  for (const { instancePath = '', message } of list) {
    if (length > messageLength) break
    const sentence = `${httpPart}${instancePath} ${message}`
    length += sentence.length
    sentences.push(sentence)
  }
  if (sentences.length < list.length) sentences.push(`and ${list.length - sentences.length} more`)
  return withoutStack(() => new Error(sentences.join(', ') || `${httpPart} is invalid`))
}
