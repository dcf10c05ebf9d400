/**
 * `require`, for modules that are loaded on first use, and for packages of CommonJS. To `import` such a package, Node first scans its source for the
 * names of its exports. On Node 20 that is half of the CPU time of loading these packages.
 *
 * Bundlers for workers find `worker/module.ts` under `#module`, whose imports they can follow. Everything else gets `node:module`, through
 * `worker/elsewhere.ts`.
 */
import { createRequire } from '#module'

export const require: NodeJS.Require = createRequire(import.meta.url)

/** Whether this runs on a worker, without servers and without code generation from strings. */
export const isWorker: boolean = 'isOfWorkers' in createRequire
