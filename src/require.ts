/**
 * `require`, for modules that are loaded on first use, and for packages of CommonJS. To `import` such a package, Node first reads its text for the
 * names of its exports. On Node 20 that takes half of the CPU of loading all of them.
 *
 * Bundlers for workers find `worker/module.ts` under `#module`, whose imports they can follow. Other readers find `node:module`, by way of
 * `worker/elsewhere.ts`.
 */
import { createRequire } from '#module'

export const require: NodeJS.Require = createRequire(import.meta.url)

/** Whether this runs on a worker, where there are no servers and no functions from text. */
export const isWorker: boolean = 'isOfWorkers' in createRequire
