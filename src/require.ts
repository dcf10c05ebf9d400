/**
 * `require`, for modules that are loaded on first use, and for CommonJS packages. `import` of a CommonJS package first scans its source for
 * exported names. On Node 20 the scan takes half of the CPU time of loading.
 *
 * On workers `require` cannot find packages at run time. For them, bundlers resolve `#module` to `worker/module.ts`, which imports all packages
 * statically. Otherwise `#module` is `worker/elsewhere.ts`, which exports `createRequire` of `node:module`.
 */
import { createRequire } from '#module'

export const require: NodeJS.Require = createRequire(import.meta.url)

/** Whether this runs on an edge runtime such as Cloudflare Workers, which has no servers and generates no code from strings. */
export const isWorker: boolean = 'isOfWorkers' in createRequire
