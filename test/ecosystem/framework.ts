// The framework of the ecosystem tests. The plugins run on espalier. With FRAMEWORK=fastify the same tests run on Fastify,
// which shows that a test expects only the behavior of Fastify. The factory has the type of Fastify, because the plugins
// augment the types of the module `fastify`.
import type { fastify } from 'fastify'
import { holdToTable } from './node-objects.ts'

async function loadFactory(): Promise<typeof fastify> {
  if (process.env.FRAMEWORK === 'fastify') return (await import('fastify')).fastify
  return (await import('espalier')).espalier as unknown as typeof fastify
}

/** Creates an app of the framework under test. */
export const createApp = await loadFactory()

holdToTable(createApp)
