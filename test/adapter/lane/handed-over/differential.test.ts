/**
 * Random connections: the bytes from a server of Node and one with the lane must be the same. A failure contains its seed: `ESPALIER_FUZZ_SEED`
 * starts with this seed, and `ESPALIER_FUZZ_SECONDS` runs for longer.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { patience } from '../../../security/wire.ts'
import { close, listen, passingServer, talk } from '../both-servers.ts'
import { makeSteps, warm, within } from '../random-connection.ts'
import { route, routes } from './routes.ts'

const seconds = Number(process.env.ESPALIER_FUZZ_SECONDS ?? 2)
const firstSeed = Number(process.env.ESPALIER_FUZZ_SEED ?? 1)

const closers = ['/close', '/not-kept']
const openers = Object.keys(routes).filter((path) => !closers.includes(path) && path !== '/mark')
const unchunked = openers.filter((path) => path !== '/trailers')

test('random connections get the same bytes from a Node server and from a server with the lane', {
  timeout: (seconds + 60) * 1000
}, async (context) => {
  const ignore = (): void => {}
  const stock = createServer((request, response) => route(request, response, ignore, stock))
  const passing = passingServer({}, (request, response) => route(request, response, ignore, passing))
  const servers = [stock, passing] as const
  const ports = await Promise.all(servers.map(listen))
  context.after(() => Promise.all(servers.map(close)))
  const end = Date.now() + seconds * 1000
  let seed = firstSeed
  do {
    const steps = makeSteps({ closers, openers, unchunked }, seed)
    const talks = Promise.all(servers.map((server, place) => talk(ports[place] as number, steps, server)))
    const [expected, ...others] = await within(patience(), talks, seed)
    // If the connection ended after the expected response, nothing was compared.
    if (steps[1] === warm[1]) assert.match(String(expected), /"fast":true\}HTTP/, `with ESPALIER_FUZZ_SEED=${seed}`)
    for (const actual of others) assert.equal(actual, expected, `with ESPALIER_FUZZ_SEED=${seed}`)
    seed++
  } while (Date.now() < end)
  if (seconds > 2) context.diagnostic(`${seed - firstSeed} connections`)
})
