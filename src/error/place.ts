/**
 * Where in the program something was declared: a mistake that only the boot can see, or that is seen too many calls further down, is told with
 * the line that made it. V8 writes a stack out when it is read, so a place that nobody asks for costs the walk over three frames.
 */
import type { UserFunction } from '../user-function.ts'

/** A line of the program, as long as nobody has asked for it a stack. */
export interface Place {
  readonly stack?: unknown
}

/** Every line is of the house where modules have no address of a file: in a bundle nothing tells whose a line is. */
const house = import.meta.url?.startsWith('file:') ? new URL('../', import.meta.url).href : ''

/** The line that calls `verb`, which is being called, also where another verb of the house does so for it. */
export function placeOfCall(verb: UserFunction): Place {
  const limit = Error.stackTraceLimit
  const place: Place = {}
  Error.stackTraceLimit = 3
  Error.captureStackTrace(place, verb)
  Error.stackTraceLimit = limit
  return place
}

/** The line of the program that is being run, such as `file:///app/main.js:4:13`; `null` where only this package and Node are at work. */
export function callerLine(): string | null {
  const limit = Error.stackTraceLimit
  const here: Place = {}
  Error.stackTraceLimit = 50
  Error.captureStackTrace(here, callerLine)
  const frames = String(here.stack).split('\n').slice(1)
  Error.stackTraceLimit = limit
  const line = frames.find((frame) => !frame.includes(house) && !notOfProgram.test(frame))
  return line === undefined ? null : line.replace(/^\s*at (?:.*\()?(.*?)\)?$/, '$1')
}

/** Of Node, of no file, or of the router, through which every request comes. */
const notOfProgram = /\bnode:|[( ]<anonymous>|[\\/]node_modules[\\/]find-my-way[\\/]/

/** Returns an error whose stack begins with the line of a place. What is thrown may be anything, and stays what it is. */
export function pointTo(place: Place | undefined, error: unknown): unknown {
  try {
    const line = lineOf(place)
    if (line === undefined || !(error instanceof Error) || typeof error.stack !== 'string') return error
    if (!error.stack.includes(line)) error.stack = withLine(error.stack, line)
  } catch {}
  return error
}

function lineOf(place: Place | undefined): string | undefined {
  if (typeof place?.stack !== 'string') return undefined
  return place.stack.split('\n').find((line) => line.startsWith('    at ') && !line.includes(house))
}

function withLine(stack: string, line: string): string {
  const frames = stack.indexOf('\n    at ')
  return frames < 0 ? `${stack}\n${line}` : `${stack.slice(0, frames)}\n${line}${stack.slice(frames)}`
}
