// Imports a bundle while calls that workers refuse at module scope throw. Then calls its handler and writes the results to file descriptor 3.
import child from 'node:child_process'
import nodeCrypto from 'node:crypto'
import { Channel } from 'node:diagnostics_channel'
import dns from 'node:dns'
import fs from 'node:fs'
import http from 'node:http'
import http2 from 'node:http2'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { pathToFileURL } from 'node:url'
import util from 'node:util'
import type { Ask } from './bundle.ts'

const [bundle = '', asks = '[]'] = process.argv.slice(2)
const report = fs.writeFileSync

type Functions = Record<string, unknown>

/** Returns a function that restores the replaced functions. */
function refuse(owner: object, ...names: string[]): () => void {
  const functions = owner as Functions
  const before = names.map((name) => [name, functions[name]] as const)
  for (const name of names) {
    functions[name] = () => {
      throw new Error(`Disallowed operation called within global scope: ${name}`)
    }
  }
  return () => Object.assign(functions, Object.fromEntries(before))
}

/** Node's own loader and console are not part of the bundle, so they may call these functions. */
function refuseButOwn(owner: object, name: string, isOwn: (self: unknown, first: unknown) => boolean): () => void {
  const functions = owner as Record<string, (...given: unknown[]) => unknown>
  const own = functions[name]
  const giveBack = refuse(owner, name)
  const refused = functions[name]
  functions[name] = function (this: unknown, ...given) {
    return (isOwn(this, given[0]) ? own : refused)?.apply(this, given)
  }
  return giveBack
}

const isBundle = (_self: unknown, file: unknown) => [bundle, pathToFileURL(bundle).href].includes(String(file))

// These functions are missing or different for the whole life of a worker.
refuse(http, 'createServer', 'request')
refuse(http2, 'createServer', 'createSecureServer')
Object.defineProperty(Channel.prototype, 'hasSubscribers', { value: () => false })
util.debuglog = ((set: string) =>
  (...values: unknown[]) =>
    console.log(set, ...values)) as never

const restore = [
  refuse(globalThis, 'setTimeout', 'setInterval', 'setImmediate', 'fetch'),
  refuse(globalThis.crypto, 'getRandomValues', 'randomUUID'),
  refuse(nodeCrypto, 'randomBytes', 'randomUUID', 'randomInt', 'randomFillSync'),
  refuseButOwn(Channel.prototype, 'publish', (self) =>
    /^(tracing:module|console)\./.test(String((self as Channel).name))
  ),
  refuseButOwn(fs, 'readFileSync', isBundle),
  refuseButOwn(fs, 'openSync', isBundle),
  refuse(fs, 'writeSync', 'existsSync'),
  refuse(net, 'connect', 'createConnection', 'createServer'),
  refuse(dns, 'lookup'),
  refuse(child, 'spawn', 'spawnSync')
]

interface WorkerModule {
  readonly default: { fetch(request: Request, env: object, context: object): Promise<Response> }
}

syncBuiltinESMExports()

async function run() {
  const { default: worker }: WorkerModule = await import(pathToFileURL(bundle).href)
  for (const giveBack of restore) giveBack()
  syncBuiltinESMExports()
  const answers = []
  for (const { path, ...init } of JSON.parse(asks) as Ask[]) {
    const response = await worker.fetch(new Request(`http://localhost${path}`, init), { name: 'bindings' }, {})
    answers.push({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text()
    })
  }
  return { answers }
}

run().then(
  (ran) => report(3, JSON.stringify(ran)),
  (error: Error) => report(3, JSON.stringify({ answers: [], failure: `${error.message}\n${error.stack}` }))
)
