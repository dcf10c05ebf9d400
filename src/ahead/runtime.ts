/** What a module that `espalier compile` wrote needs to run. Published as `espalier/compiled`. */

/** Loads the parts of Ajv and fast-json-stringify that generated functions call; resolved from here, where they are installed. */
export { require } from '../require.ts'
export { withCopies } from '../schema/copied-list.ts'
export { findDuplicate } from '../schema/duplicate-items.ts'
export { withoutInherited } from '../schema/inherited-name.ts'
export { once } from '../schema/once.ts'
export { countCall, countWork } from '../schema/validation-work.ts'
