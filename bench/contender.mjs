// Who is compared. `core` contenders stand in the budget and get every round; the others are there for orientation.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

export const contenders = [
  { id: 'raw', title: 'node:http', module: 'raw', core: true },
  { id: 'auto', title: 'espalier', module: 'espalier', core: true, options: { exchange: 'auto' } },
  { id: 'stock', title: 'espalier (stock)', module: 'espalier', core: true, options: { exchange: 'stock' } },
  { id: 'fastify', title: 'Fastify', module: 'fastify', core: true, package: 'fastify' },
  {
    id: 'floor',
    title: '`net`',
    module: 'floor',
    core: true,
    scenarios: [1],
    note: 'Reads nothing, and writes the bytes of row 1: the least that a server on the sockets of Node costs.'
  },
  {
    id: 'hono',
    title: 'Hono',
    module: 'hono',
    package: 'hono',
    note: 'No serializer: `JSON.stringify`, which sends undeclared fields too. Its media type has no charset.'
  },
  {
    id: 'elysia',
    title: 'Elysia on Node',
    module: 'elysia',
    package: 'elysia',
    note: 'Validates with its own compiler instead of Ajv, and checks answers against their schema instead of serializing by it.'
  },
  { id: 'h3', title: 'h3', module: 'h3', package: 'h3', note: 'No serializer: `JSON.stringify`.' },
  {
    id: 'koa',
    title: 'Koa',
    module: 'koa',
    package: 'koa',
    note: 'With @koa/router and koa-bodyparser. No serializer: `JSON.stringify`.'
  },
  {
    id: 'express',
    title: 'Express',
    module: 'express',
    package: 'express',
    note: 'ETag and `X-Powered-By` switched off. No serializer: `JSON.stringify`.'
  }
]

/** Whether a contender is asked a scenario. */
export function takes({ core = false, scenarios }, { id, carrier }) {
  if (scenarios !== undefined) return scenarios.includes(id)
  return core || carrier === undefined
}

/** The contender's exact version; null for what comes with Node or with this repository, undefined when it is not installed. */
export function versionOf({ package: name }) {
  if (name === undefined) return null
  const folder = createRequire(join(here, 'package.json'))
    .resolve.paths(name)
    .find((candidate) => existsSync(join(candidate, name, 'package.json')))
  return folder && createRequire(import.meta.url)(join(folder, name, 'package.json')).version
}
