/** The helpers that a module of `espalier compile` imports. Published as `espalier/compiled`. */

export { once } from '../base/once.ts'
/** Loads the parts of Ajv and fast-json-stringify that generated functions call. They are resolved from this package, which has them installed. */
export { require } from '../require.ts'
export { scalarsOf } from '../schema/answer/scalar.ts'
export { withRescue, writerOf } from '../schema/answer/written.ts'
export { withCopies } from '../schema/copied-list.ts'
export { findDuplicate } from '../schema/duplicate-items.ts'
export { isMultipleOf } from '../schema/multiple.ts'
export { keepValue, tryMembers } from '../schema/union-member.ts'
export { countCall, countWork, noteVerdict, recallVerdict } from '../schema/validation-work.ts'
