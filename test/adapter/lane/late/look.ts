/** Records Node's objects of an exchange at one moment: every public member, and every later event. */

import * as http from 'node:http'
import { IncomingMessage, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { inspect } from 'node:util'

const events = {
  request: ['data', 'end', 'close', 'error', 'aborted', 'pause', 'resume', 'timeout'],
  response: ['socket', 'pipe', 'unpipe', 'prefinish', 'finish', 'drain', 'close', 'error', 'timeout']
}

const sampleRequest = new IncomingMessage(new Socket())
const sampleResponse = new http.ServerResponse(sampleRequest)

/** Public names: without an underscore, symbols and functions. Node's own samples provide them. */
function namesOf(sample: object): string[] {
  const names = new Set<string>()
  for (let at = sample; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  }
  return [...names].filter((name) => !name.startsWith('_') && typeof Reflect.get(sample, name) !== 'function').sort()
}

const names = { request: namesOf(sampleRequest), response: namesOf(sampleResponse) }

type Look = Record<string, string>

/** Pending data is compared by its bytes, not by its pieces. */
function joinOutput(data: unknown): string {
  return (data as { data: string | Buffer }[])
    .map((piece) => piece.data.toString('latin1').replace(/Date: .*/, 'Date: now'))
    .join('')
}

function show(value: unknown, socket: Socket | null): string {
  if (value instanceof Socket) return value === socket ? 'its socket' : 'another socket'
  if (value instanceof IncomingMessage) return 'its request'
  if (value instanceof AbortSignal) return `aborted: ${value.aborted}`
  if (value instanceof Error) return `error ${(value as NodeJS.ErrnoException).code}`
  return inspect(value, { depth: 3, breakLength: Number.POSITIVE_INFINITY }).replaceAll(/Date: [^\\]*/g, 'Date: now')
}

/** The amount of pending data depends on the machine. */
const amounts = /length|size$/i

function see(raw: IncomingMessage, rawReply: ServerResponse, socket: Socket | null): Look {
  const seen: Look = {}
  for (const name of names.request) seen[`request.${name}`] = show(Reflect.get(raw, name), socket)
  for (const name of names.response) {
    if (name === 'outputData') seen[name] = joinOutput(Reflect.get(rawReply, name))
    else
      seen[`response.${name}`] = amounts.test(name)
        ? String(Reflect.get(rawReply, name) > 0)
        : show(Reflect.get(rawReply, name), socket)
  }
  return seen
}

export interface Sight {
  /** The members when the objects were first read, and at the end. */
  readonly first: Look
  last: Look
  readonly events: string[]
}

/** Records the members now and all later events. The returned function records the members again. */
export function look(raw: IncomingMessage, rawReply: ServerResponse, socket: Socket | null): [Sight, () => void] {
  const sight: Sight = { first: see(raw, rawReply, socket), last: {}, events: [] }
  // A `data` listener would start reading, and change the result.
  for (const event of events.request.filter((name) => name !== 'data')) {
    raw.on(event, () => sight.events.push(`request ${event}`))
  }
  for (const event of events.response) rawReply.on(event, () => sight.events.push(`response ${event}`))
  const again = () => {
    sight.last = see(raw, rawReply, socket)
  }
  return [sight, again]
}

/** Returns the differences, one line each. */
export function compare(own: Sight | null, stock: Sight | null): string[] {
  if (own === null || stock === null) return own === stock ? [] : [`looked: ${own !== null}, not ${stock !== null}`]
  const differences: string[] = []
  for (const part of ['first', 'last'] as const) {
    for (const name of Object.keys(stock[part])) {
      const [actual, expected] = [own[part][name], stock[part][name]]
      if (actual !== expected)
        differences.push(`${name}${part === 'last' ? ' in the end' : ''}: ${actual}, not ${expected}`)
    }
  }
  const [actual, expected] = [own.events.join(', '), stock.events.join(', ')]
  if (actual !== expected) {
    const isOrder = ['request', 'response'].every((of) => eventsOf(own, of) === eventsOf(stock, of))
    differences.push(`${isOrder ? 'order of events' : 'events'}: ${actual || 'none'}, not ${expected || 'none'}`)
  }
  return differences
}

function eventsOf(sight: Sight, of: string): string {
  return sight.events.filter((event) => event.startsWith(of)).join()
}
