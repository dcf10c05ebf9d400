// `bun bun-host.mjs NAME`: serves one of them on Bun, and writes the port.
import process from 'node:process'

const { Bun } = globalThis
const hostname = '127.0.0.1'

const serve = async (module) => {
  const { createHandler } = await import(module)
  return Bun.serve({ port: 0, hostname, fetch: await createHandler() }).port
}

const ways = {
  hand: () => serve('./hand.mjs'),
  fetch: () => serve('./espalier.mjs'),
  hono: () => serve('./hono.mjs'),
  async elysia() {
    const { createApp } = await import('./elysia.mjs')
    return createApp().listen({ port: 0, hostname }).server.port
  },
  async listen() {
    const { default: createApp } = await import('./espalier.mjs')
    return new URL(await createApp().listen({ port: 0, host: hostname })).port
  },
  async node() {
    const { serve: open } = await import('../server/raw.mjs')
    return open('small')
  }
}

console.log(await ways[process.argv[2]]())
