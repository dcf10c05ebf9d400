/** The app without its types: what a test of hostile use declares is chosen at random, or wrong on purpose. */
import { espalier } from '../../src/index.ts'
import type { Anything } from '../anything.ts'

export type { Anything } from '../anything.ts'

export interface Wild {
  [member: string]: Anything
  inject(options: Anything): Promise<Injected>
}

export interface Injected {
  statusCode: number
  headers: Record<string, Anything>
  body: string
  json(): Anything
}

export type Options = Record<string, unknown>

/** Makes an app whose log lines, unless another logger is given, end in `lines`. */
export function createApp(options: Options = {}, level = 'info'): { app: Wild; lines: Line[] } {
  const lines: Line[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = (espalier as unknown as (options: Options) => Wild)({ logger: { stream, level }, ...options })
  return { app, lines }
}

export interface Line {
  level: number
  msg?: string
  err?: { message?: string; code?: string; type?: string }
  [key: string]: unknown
}

/** Levels of pino. */
export const warn = 40
