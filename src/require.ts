/**
 * `require`, for what is loaded when it is first needed, and for packages of CommonJS: to `import` one, Node reads its text for the names of
 * its exports first, which on Node 20 takes half of the CPU of loading all of them.
 *
 * Bundlers for workers find `worker/module.ts` under `#module`, and in it what they can follow; everybody else finds `node:module`, by way of
 * `worker/elsewhere.ts`.
 */
import { createRequire } from '#module'

export const require: NodeJS.Require = createRequire(import.meta.url)

/** Whether this runs on a worker, where there are no servers and no functions from text. */
export const isWorker: boolean = 'isOfWorkers' in createRequire
