/**
 * The parts that the commands of several companions share: messages for users, printable text, texts in sources, files that are written whole. Each companion
 * bundles what it uses.
 */
export { nearestName } from './nearest-name.ts'
export { findPackage } from './optional-package.ts'
export { makeFolder, type Output, type Over, refuseSource, writeOutput, writeOutputs } from './output-file.ts'
export { isPlainObject } from './plain-object.ts'
export { toPrintable, toPrintableDiff } from './printable.ts'
export { replaceFile } from './replace-file.ts'
export { escapeUnseen, hasUnseen, jsonLiteral, withOwnProto } from './source-text.ts'
export { messageOf } from './system-fault.ts'
export { ArgumentError, UsageError } from './usage-error.ts'
export { isWithin, linkOut } from './way-out.ts'
