/**
 * The source line of a declaration, for errors that are found only at boot. It is stored as a file and two numbers, because a stack takes four
 * times the memory and keeps the functions of its frames alive.
 */
import { require } from '../require.ts'
import type { UserFunction } from '../user-function.ts'

/** Lines and columns are counted from 1. */
export interface Place {
  /** A URL such as `file:///app/main.js`, or a path if the file is CommonJS. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Empty in a bundle, where espalier and the application share one file. Then no line is reported. */
const ownFolder = import.meta.url?.startsWith('file:') ? new URL('../', import.meta.url).href : ''

/** Returns the line of the application that called `verb`, a method of the app, directly or through another method of espalier. */
export function placeOfCall(verb: UserFunction): Place | undefined {
  return firstOfProgram(callSites(4, verb))
}

/** Returns the application's current line, such as `file:///app/main.js:4:13`; `null` if only this package and Node are on the stack. */
export function callerLine(): string | null {
  const place = firstOfProgram(callSites(50, callerLine))
  return place === undefined ? null : lineOf(place)
}

function callSites(limit: number, below: UserFunction): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error
  const holder: { stack?: unknown } = {}
  try {
    Error.stackTraceLimit = limit
    Error.prepareStackTrace = (_error, sites) => sites
    Error.captureStackTrace(holder, below)
    // Not every engine calls `prepareStackTrace`. Without the call, `stack` is a text, and the frames are unknown.
    return Array.isArray(holder.stack) ? holder.stack : []
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  }
}

function firstOfProgram(sites: readonly NodeJS.CallSite[]): Place | undefined {
  for (const site of sites) {
    // Code that was compiled from a string, e.g. by a module runner, has no file name. Its source is named by a comment `sourceURL`.
    const file = site.getFileName() ?? site.getScriptNameOrSourceURL()
    if (!file || file.includes(ownFolder) || notOfProgram.test(file)) continue
    return sourceOf({ file, line: site.getLineNumber() ?? 0, column: site.getColumnNumber() ?? 0 })
  }
  return undefined
}

/** Matches files of Node and of the router, which are not the application's. The router is on the stack of every request. */
const notOfProgram = /^node:|[\\/]node_modules[\\/]find-my-way[\\/]/

export function lineOf(place: Place | undefined): string {
  if (place === undefined) return 'an unknown line'
  const { file, line, column } = place
  return `${file}:${line}:${column}`
}

/** Node keeps only the latest source map of a file. So the position is wrong for code that a module runner has replaced since. */
function sourceOf(place: Place): Place {
  if (globalThis.process?.sourceMapsEnabled !== true) return place
  const { findSourceMap }: typeof import('node:module') = require('node:module')
  const origin = findSourceMap(place.file)?.findOrigin(place.line, place.column)
  if (origin === undefined || !('fileName' in origin)) return place
  return { file: origin.fileName, line: origin.lineNumber, column: origin.columnNumber }
}

export const isOfPackage = (place: Place | undefined): boolean =>
  place !== undefined && /[\\/]node_modules[\\/]/.test(place.file)

export function prependFrame(place: Place | undefined, error: unknown): unknown {
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
