/**
 * Stands in for `node:module` outside of workers (`#module` in package.json). It is a file, because `require` takes no module of Node's own from
 * `imports`. Loaders such as tsx turn this package into CommonJS for applications in CommonJS.
 */
export { createRequire } from 'node:module'
