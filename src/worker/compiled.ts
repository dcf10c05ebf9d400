/**
 * Replaces `ahead/runtime.ts` on workers such as Cloudflare's, which cannot load packages by name. Ajv and fast-json-stringify are imported
 * statically.
 */
import equal from 'ajv/dist/runtime/equal.js'
import ucs2length from 'ajv/dist/runtime/ucs2length.js'
import validationError from 'ajv/dist/runtime/validation_error.js'
import formats from 'ajv-formats/dist/formats.js'
import Serializer from 'fast-json-stringify/lib/serializer.js'

export { once } from '../base/once.ts'
export { withCopies } from '../schema/copied-list.ts'
export { findDuplicate } from '../schema/duplicate-items.ts'
export { isMultipleOf } from '../schema/multiple.ts'
export { keepValue, tryMembers } from '../schema/union-member.ts'
export { countCall, countWork, noteVerdict, recallVerdict } from '../schema/validation-work.ts'
export { scalarsOf } from '../schema/writer/scalar.ts'
export { withRescue, writerOf } from '../schema/writer/written.ts'

const parts: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/equal': equal,
  'ajv/dist/runtime/ucs2length': ucs2length,
  'ajv/dist/runtime/validation_error': validationError,
  'ajv-formats/dist/formats': formats,
  'fast-json-stringify/lib/serializer': Serializer
}

export const require = (name: string): unknown => parts[name]
