/** Shared code of the command-line packages. Each of them bundles the parts that it uses. */

export { isWithin, linkOut } from './link-out.ts'
export { nearestName } from './nearest-name.ts'
export { findPackage } from './optional-package.ts'
export { makeFolder, type Output, type Replaceable, refuseSource, writeOutput, writeOutputs } from './output-file.ts'
export { isPlainObject } from './plain-object.ts'
export { toPrintable, toPrintableDiff } from './printable.ts'
export { replaceFile } from './replace-file.ts'
export { escapeUnseen, hasUnseen, jsonLiteral, withOwnProto } from './source-text.ts'
export { messageOf } from './system-fault.ts'
export { ArgumentError, UsageError } from './usage-error.ts'
