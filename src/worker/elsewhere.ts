/**
 * Exports `node:module` outside of workers (`#module` in package.json). A file is needed, because `imports` of package.json cannot map to a built-in
 * module for `require`. Loaders such as tsx turn this package into CommonJS for applications in CommonJS.
 */
export { createRequire } from 'node:module'
