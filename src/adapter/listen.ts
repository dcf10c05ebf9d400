import dns from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { inspect } from 'node:util'
import type { ListenOptions } from '../../types/listen.ts'
import { assertSync } from '../error/assert-sync.ts'
import { errors } from '../error/error.ts'
import { createSpellingCheck } from '../error/misspelt-option.ts'
import { isSignalName } from './close-on.ts'
import type { Server } from './node-server.ts'
import type { ShutdownTimes } from './shutdown.ts'

export interface ListenContext {
  readonly server: Server
  readonly createServer: () => Server
  readonly bindings: Server[]
  readonly scheme: 'http' | 'https'
  readonly log: (text: string) => void
}

/** Does not use `instanceof`, which fails for an `AbortSignal` of another realm or of a polyfill. */
function isSignal(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'aborted' in value &&
    typeof (value as Partial<AbortSignal>).addEventListener === 'function'
  )
}

/** Older versions of Node ignore `reusePort`, and a second process on the same port fails with EADDRINUSE. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const sharesPorts = major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12)

const knownOptions = [
  ...['port', 'host', 'path', 'backlog', 'reusePort', 'signal', 'closeOn', 'listenTextResolver'],
  ...['notice', 'drain', 'within'],
  ...['exclusive', 'readableAll', 'writableAll', 'ipv6Only', 'fd']
]
const checkSpelling = createSpellingCheck(knownOptions, 4)

function refuse(what: string): never {
  throw new errors.FST_ERR_LISTEN_OPTIONS_INVALID(`Invalid options${what}`)
}

function checkShutdownTimes({ closeOn = [], notice, drain, within }: ListenOptions): void {
  for (const [name, value, least] of [
    ['notice', notice, 0],
    ['drain', drain, 0],
    ['within', within, 1]
  ] as const) {
    // Node's timers turn a delay of 2^31 ms or more into one millisecond.
    const isTime = value === undefined || (typeof value === 'number' && value >= least && value < 2 ** 31)
    if (!isTime) refuse(`.${name}: pass milliseconds, such as { ${name}: 5000 }`)
    if (name !== 'drain' && value && closeOn.length === 0)
      refuse(`.${name}: it counts from a signal, so name some: { ${name}: ${value}, closeOn: ['SIGTERM', 'SIGINT'] }`)
  }
}

export function toShutdownTimes({ notice = 0, drain = 0, within }: ListenOptions): ShutdownTimes {
  return { notice, drain, within }
}

/** @throws FST_ERR_LISTEN_OPTIONS_INVALID when an option is invalid, or this version of Node does not support `reusePort` */
export function checkListenOptions(options: unknown): ListenOptions {
  if (typeof options !== 'object' || options === null) refuse(': pass an object such as { port: 3000 }')
  checkSpelling(options, () => 'listen()')
  const { closeOn, signal, reusePort } = options as ListenOptions
  if (signal !== undefined && !isSignal(signal)) refuse('.signal')
  if (closeOn !== undefined && !(Array.isArray(closeOn) && closeOn.every(isSignalName))) {
    const example = "{ closeOn: ['SIGTERM', 'SIGINT'] }"
    refuse(`.closeOn: pass signals that a process can hear, such as ${example}, not ${inspect(closeOn)}`)
  }
  checkShutdownTimes(options as ListenOptions)
  if (reusePort === true && !sharesPorts) {
    const advice = 'and Node 22.12 is the first that has it; node:cluster shares ports everywhere'
    refuse(`.reusePort: this is Node ${process.versions.node}, ${advice}`)
  }
  return options as ListenOptions
}

function bind(server: Server, options: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      server.removeListener('error', reject).removeListener('listening', finish)
      resolve()
    }
    server.once('error', reject)
    // A server from `serverFactory` may ignore the callback of `listen`, and only emit 'listening'.
    server.once('listening', finish)
    server.listen(options, finish)
  })
}

export function urlOf(scheme: string, { address, family, port }: AddressInfo): string {
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** For `0.0.0.0`, returns a URL for each IPv4 address of the machine, the loopback address first. */
function reachableUrls(scheme: string, bound: string | AddressInfo | null): string[] {
  if (bound === null) return []
  if (typeof bound === 'string') return [bound]
  if (bound.address !== '0.0.0.0') return [urlOf(scheme, bound)]
  return Object.values(os.networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family }) => family === 'IPv4')
    .sort((a, b) => Number(b.internal) - Number(a.internal))
    .map(({ address, family }) => urlOf(scheme, { address, family, port: bound.port }))
}

/** Plugins listen for 'upgrade' and 'connect' on the main server only, so other servers forward these events to it. */
function forward(from: Server, to: Server): void {
  for (const event of ['upgrade', 'connect']) {
    const handOver = (...args: unknown[]) => void to.emit(event, ...args)
    const begin = (name: unknown) => {
      if (name === event && from.listenerCount(event) === 0) from.on(event, handOver)
    }
    to.on('newListener', begin).on('removeListener', (name) => {
      if (name === event && to.listenerCount(event) === 0) from.removeListener(event, handOver)
    })
    if (to.listenerCount(event) > 0) begin(event)
  }
}

/** Also binds the other addresses of `localhost`, such as `::1` beside `127.0.0.1`. Skips addresses that cannot be bound. */
async function bindOthers({ server, createServer, bindings }: ListenContext, options: object): Promise<void> {
  const primary = server.address() as AddressInfo
  const found = await dns.lookup('localhost', { all: true }).catch(() => [])
  const others = found.filter(({ address }) => address !== primary.address)
  await Promise.all(
    others.map(async ({ address }) => {
      const other = createServer()
      forward(other, server)
      const closeOther = () => {
        other.close(() => {})
        other.closeIdleConnections?.()
      }
      for (const event of ['unref', 'close', 'error']) server.on(event, closeOther)
      await bind(other, { ...options, host: address, port: primary.port, signal: undefined }).then(
        () => bindings.push(other),
        () => {}
      )
    })
  )
}

/** Resolves to the first URL at which the server can be reached. */
export async function listen(context: ListenContext, given: ListenOptions): Promise<string> {
  const { server, scheme } = context
  const { signal, closeOn, notice, drain, within, listenTextResolver, ...rest } = given
  const host = given.path == null ? (given.host ?? 'localhost') : undefined
  const options = given.path == null ? { ...rest, port: given.port ?? 0, host } : rest
  await bind(server, options)
  const addresses = reachableUrls(scheme, server.address())
  const toText = listenTextResolver || ((address: string) => `Server listening at ${address}`)
  for (const address of addresses) context.log(assertSync(toText(address), 'listenTextResolver'))
  if (host === 'localhost') await bindOthers(context, options)
  return addresses[0] as string
}
