/**
 * Exports `node:module` outside of workers. `#module` in package.json leads to this file and not directly to `node:module`. Loaders such as tsx
 * turn `import` into `require`, and a `require` cannot follow `#module` to a built-in module.
 */
export { createRequire } from 'node:module'
