/** What a module that `espalier compile` wrote needs to run. Published as `espalier/compiled`. */

export { withDigits } from '../base/digits.ts'
export { once } from '../base/once.ts'
/** Loads the parts of Ajv and fast-json-stringify that generated functions call; resolved from here, where they are installed. */
export { require } from '../require.ts'
export { withCopies } from '../schema/copied-list.ts'
export { findDuplicate } from '../schema/duplicate-items.ts'
export { withoutInherited } from '../schema/inherited-name.ts'
export { countCall, countWork } from '../schema/validation-work.ts'
