/** The functions that a module written by `espalier compile` imports. Published as `espalier/compiled`. */

export { once } from '../base/once.ts'
/** Generated modules load packages by this `require`, because an application may not have installed Ajv and fast-json-stringify itself. */
export { require } from '../require.ts'
export { withCopies } from '../schema/copied-list.ts'
export { findDuplicate } from '../schema/duplicate-items.ts'
export { isMultipleOf } from '../schema/multiple.ts'
export { keepValue, tryMembers } from '../schema/union-member.ts'
export { countCall, countWork, noteVerdict, recallVerdict } from '../schema/validation-work.ts'
export { scalarsOf } from '../schema/writer/scalar.ts'
export { withRescue, writerOf } from '../schema/writer/written.ts'
