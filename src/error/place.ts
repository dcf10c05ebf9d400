/**
 * Where in the program something was declared. A mistake that only the boot can see is reported with the line that made it.
 *
 * A place keeps the address of a file and two numbers instead of a stack. A stack is four times as large and holds the functions of its frames.
 */
import { require } from '../require.ts'
import type { UserFunction } from '../user-function.ts'

/** A line of the program, as the engine counts it. */
export interface Place {
  /** An address such as `file:///app/main.js`, or a path where the file is CommonJS. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
}

/** Modules of a bundle have no address of a file. Every line counts as one of espalier there, because nothing tells them apart. */
const house = import.meta.url?.startsWith('file:') ? new URL('../', import.meta.url).href : ''

/** The place of the running call to `verb`, also where another method of espalier makes that call. */
export function placeOfCall(verb: UserFunction): Place | undefined {
  return firstOfProgram(callSites(4, verb))
}

/** The line of the program that is being run, such as `file:///app/main.js:4:13`; `null` where only this package and Node are at work. */
export function callerLine(): string | null {
  const place = firstOfProgram(callSites(50, callerLine))
  return place === undefined ? null : lineOf(place)
}

/** The calls under way, from the caller of `below` on. */
function callSites(limit: number, below: UserFunction): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error
  const holder: { stack?: unknown } = {}
  try {
    Error.stackTraceLimit = limit
    Error.prepareStackTrace = (_error, sites) => sites
    Error.captureStackTrace(holder, below)
    // Not every engine asks the function above.
    return Array.isArray(holder.stack) ? holder.stack : []
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  }
}

function firstOfProgram(sites: readonly NodeJS.CallSite[]): Place | undefined {
  for (const site of sites) {
    // Code that was made of text, such as that of a module runner, names its source by a comment.
    const file = site.getFileName() ?? site.getScriptNameOrSourceURL()
    if (!file || file.includes(house) || notOfProgram.test(file)) continue
    return sourceOf({ file, line: site.getLineNumber() ?? 0, column: site.getColumnNumber() ?? 0 })
  }
  return undefined
}

/** Frames of Node, or of the router, through which every request comes. */
const notOfProgram = /^node:|[\\/]node_modules[\\/]find-my-way[\\/]/

/** Writes a place as `file:///app/main.js:4:13`, for messages; 'an unknown line' where there is none. */
export function lineOf(place: Place | undefined): string {
  if (place === undefined) return 'an unknown line'
  const { file, line, column } = place
  return `${file}:${line}:${column}`
}

/**
 * Returns the place in the source from which a file was made, where Node reads source maps (`--enable-source-maps`). Node has one map of a file: that of
 * the newest code, which a module runner may have replaced later.
 */
function sourceOf(place: Place): Place {
  if (globalThis.process?.sourceMapsEnabled !== true) return place
  const { findSourceMap }: typeof import('node:module') = require('node:module')
  const origin = findSourceMap(place.file)?.findOrigin(place.line, place.column)
  if (origin === undefined || !('fileName' in origin)) return place
  return { file: origin.fileName, line: origin.lineNumber, column: origin.columnNumber }
}

/** Whether a line of another package declared it, as a plugin that brings a route does. */
export const isOfPackage = (place: Place | undefined): boolean =>
  place !== undefined && /[\\/]node_modules[\\/]/.test(place.file)

/** Returns an error whose stack begins with the line of a place. A thrown value may be anything, and keeps its identity. */
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
