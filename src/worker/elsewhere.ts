/**
 * Exports `node:module` outside of workers. `#module` in package.json leads to this file, and not directly to `node:module`: for CommonJS
 * applications, loaders such as tsx turn `import` into `require`. A `require` cannot follow `#module` to a built-in module.
 */
export { createRequire } from 'node:module'
