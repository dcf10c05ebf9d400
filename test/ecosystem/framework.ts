// The one seam of the ecosystem tests: which framework the plugins run on. They run on espalier; with FRAMEWORK=fastify the
// same tests run on Fastify itself, which shows that a test asks only what Fastify does. The factory is typed as Fastify's,
// because the plugins augment the types of the module `fastify`.
import type { fastify } from 'fastify'
import { holdToTable } from './node-objects.ts'

async function loadFactory(): Promise<typeof fastify> {
  if (process.env.FRAMEWORK === 'fastify') return (await import('fastify')).fastify
  return (await import('espalier')).espalier as unknown as typeof fastify
}

/** Creates an app of the framework under test. */
export const createApp = await loadFactory()

holdToTable(createApp)
