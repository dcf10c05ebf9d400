import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'

const maxShown = { frames: 8, causes: 4 }

/** Stack frames in the folder of espalier are not shown. */
const espalierFolder = new URL('./', import.meta.resolve('espalier')).href

const isHidden = (frame: string): boolean =>
  /\(?node:|\(<anonymous>\)|[\\/]node_modules[\\/](?:@?espalier|avvio|fastq)[\\/]/.test(frame) ||
  frame.includes(espalierFolder)

const position = /\(?((?:file:\/\/)?[^\s()]+):(\d+):(\d+)\)?$/

/** Reads a property of a thrown value. The application may have thrown any value, even one whose getter throws. */
export function read(error: unknown, name: string): unknown {
  try {
    return (Object(error) as Record<string, unknown>)[name]
  } catch {
    return undefined
  }
}

function framesOf(error: unknown): string[] {
  const lines = String(read(error, 'stack') ?? '').split('\n')
  return lines.filter((line) => /^\s+at /.test(line) && !isHidden(line)).map((line) => line.trim())
}

const ownFrames = (error: unknown): string[] => framesOf(error).filter((frame) => !/[\\/]node_modules[\\/]/.test(frame))

export function shortPath(path: string): string {
  const file = path.startsWith('file:') ? fileURLToPath(path) : path
  const inside = relative(process.cwd(), file)
  return inside.startsWith('..') ? file : inside
}

const shortFrame = (frame: string): string =>
  frame.replace(position, (whole, path: string, line: string, column: string) => {
    const [before, after] = [whole.startsWith('(') ? '(' : '', whole.endsWith(')') ? ')' : '']
    return `${before}${shortPath(path)}:${line}:${column}${after}`
  })

/**
 * Returns the position of the topmost stack frame in the application's code, such as `plugins/database.ts:12`. Searches the cause of the error, too.
 */
export function placeOfFault(error: unknown, depth = 0): string | undefined {
  const [, path, line] = position.exec(ownFrames(error)[0] ?? '') ?? headOfSyntaxError(error)
  if (path !== undefined) return `${shortPath(path)}:${line}`
  const cause = read(error, 'cause')
  return cause === undefined || depth > maxShown.causes ? undefined : placeOfFault(cause, depth + 1)
}

/** The stack of a syntax error begins with the file and line of the error, and not with a stack frame. */
const headOfSyntaxError = (error: unknown): readonly string[] =>
  /^((?:file:\/\/)?\/?[^\n]+):(\d+)\n/.exec(String(read(error, 'stack') ?? '')) ?? []

/** Connection errors have an empty message and a code such as `ECONNREFUSED`. So the code is shown, too. */
function headOf(error: Error): string {
  const [name, code, message] = ['name', 'code', 'message'].map((key) => String(read(error, key) ?? ''))
  const of = code === '' || message?.includes(code ?? '') || name?.includes(code ?? '') ? name : `${name} [${code}]`
  return message === '' ? `${of}` : `${of}: ${message}`
}

/** Returns `undefined` if the message of the error already contains the message of its cause. */
function causeOf(error: Error): unknown {
  const cause = read(error, 'cause')
  const message = read(cause, 'message')
  return typeof message === 'string' && String(read(error, 'message')).includes(message) ? undefined : cause
}

export function faultText(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return `thrown: ${inspect(error, { depth: 1 })}`
  const own = ownFrames(error)
  const frames = (own.length > 0 ? own : framesOf(error).slice(0, 3)).slice(0, maxShown.frames)
  const lines = [headOf(error), ...frames.map((frame) => `    ${shortFrame(frame)}`)]
  if (depth >= maxShown.causes) return lines.join('\n')
  const several: unknown = read(error, 'errors')
  const cause = causeOf(error)
  const inner = [...(Array.isArray(several) ? several : []), ...(cause === undefined ? [] : [cause])]
  return [...lines, ...inner.map((one) => `caused by ${faultText(one, depth + 1)}`)].join('\n')
}
