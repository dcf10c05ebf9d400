/**
 * The source line of a declaration. A mistake that is found only at boot is reported with the line that made it.
 *
 * A place stores a file and two numbers instead of a stack. A stack is four times as large and holds the functions of its frames.
 */
import { require } from '../require.ts'
import type { UserFunction } from '../user-function.ts'

/** A position in the program, as the engine reports it. */
export interface Place {
  /** A URL such as `file:///app/main.js`, or a path if the file is CommonJS. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1. */
  readonly column: number
}

/** The folder of espalier's modules. In a bundle it is empty: every line counts as espalier's there, because nothing distinguishes them. */
const house = import.meta.url?.startsWith('file:') ? new URL('../', import.meta.url).href : ''

/** The place of the current call to `verb`, also if another method of espalier makes that call. */
export function placeOfCall(verb: UserFunction): Place | undefined {
  return firstOfProgram(callSites(4, verb))
}

/** The current line of the program, such as `file:///app/main.js:4:13`; `null` if only this package and Node are on the stack. */
export function callerLine(): string | null {
  const place = firstOfProgram(callSites(50, callerLine))
  return place === undefined ? null : lineOf(place)
}

/** The current stack frames, from the caller of `below` on. */
function callSites(limit: number, below: UserFunction): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error
  const holder: { stack?: unknown } = {}
  try {
    Error.stackTraceLimit = limit
    Error.prepareStackTrace = (_error, sites) => sites
    Error.captureStackTrace(holder, below)
    // Not every engine calls `prepareStackTrace`.
    return Array.isArray(holder.stack) ? holder.stack : []
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  }
}

function firstOfProgram(sites: readonly NodeJS.CallSite[]): Place | undefined {
  for (const site of sites) {
    // Code that was compiled from a string, such as by a module runner, names its source in a comment.
    const file = site.getFileName() ?? site.getScriptNameOrSourceURL()
    if (!file || file.includes(house) || notOfProgram.test(file)) continue
    return sourceOf({ file, line: site.getLineNumber() ?? 0, column: site.getColumnNumber() ?? 0 })
  }
  return undefined
}

/** Frames of Node, or of the router, which are on the stack of every request. */
const notOfProgram = /^node:|[\\/]node_modules[\\/]find-my-way[\\/]/

/** Formats a place as `file:///app/main.js:4:13`, for messages; 'an unknown line' without a place. */
export function lineOf(place: Place | undefined): string {
  if (place === undefined) return 'an unknown line'
  const { file, line, column } = place
  return `${file}:${line}:${column}`
}

/**
 * Returns the original source position of a place, if Node reads source maps (`--enable-source-maps`). Node keeps one map per file, for its newest
 * code. A module runner may have replaced the code since.
 */
function sourceOf(place: Place): Place {
  if (globalThis.process?.sourceMapsEnabled !== true) return place
  const { findSourceMap }: typeof import('node:module') = require('node:module')
  const origin = findSourceMap(place.file)?.findOrigin(place.line, place.column)
  if (origin === undefined || !('fileName' in origin)) return place
  return { file: origin.fileName, line: origin.lineNumber, column: origin.columnNumber }
}

/** Whether the declaring line is in another package, such as a plugin that adds a route. */
export const isOfPackage = (place: Place | undefined): boolean =>
  place !== undefined && /[\\/]node_modules[\\/]/.test(place.file)

/** Returns the error, with a stack that starts at the line of a place. A thrown value may be anything, and keeps its identity. */
export function pointTo(place: Place | undefined, error: unknown): unknown {
  try {
    if (place === undefined || !(error instanceof Error) || typeof error.stack !== 'string') return error
    const line = lineOf(place)
    if (!error.stack.includes(line)) error.stack = withLine(error.stack, `    at ${line}`)
  } catch {}
  return error
}

function withLine(stack: string, line: string): string {
  const frames = stack.indexOf('\n    at ')
  return frames < 0 ? `${stack}\n${line}` : `${stack.slice(0, frames)}\n${line}${stack.slice(frames)}`
}
