/**
 * `require`, for what is loaded when it is first needed, and for packages of CommonJS: to `import` one, Node reads its text for the names of
 * its exports first, which on Node 20 takes half of the CPU of loading all of them.
 */
import { createRequire } from 'node:module'

export const require: NodeJS.Require = createRequire(import.meta.url)
