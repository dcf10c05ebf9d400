/** Formats source code. An object, list or call is on one line if it fits, and otherwise has one line for each item. */
import { escapeUnseen, hasUnseen } from '@espalier/command-kit'

export type Code = string | Block

interface Block {
  readonly open: string
  readonly items: readonly Code[]
  readonly close: string
  /** Whether only the last item is broken into lines, as in `endpoint('GET /books', {`. */
  readonly endsInBlock?: boolean
}

const width = 120

export const call = (name: string, ...args: readonly Code[]): Code => {
  const [only, ...others] = args
  if (only !== undefined && typeof only !== 'string' && others.length === 0 && /^[[{]/.test(only.open))
    return { open: `${name}(${only.open}`, items: only.items, close: `${only.close})` }
  const last = args.at(-1)
  const isBlock = (arg: Code | undefined) => typeof arg === 'object' && arg.open.startsWith('{')
  const endsInBlock = isBlock(last) && !args.slice(0, -1).some(isBlock)
  return { open: `${name}(`, items: args, close: ')', endsInBlock }
}

export const list = (items: readonly Code[]): Code => ({ open: '[', items, close: ']' })

export function object(entries: Iterable<readonly [key: string, value: Code]>): Code {
  const items = [...entries].map(([key, value]) => (isSame(key, value) ? key : prefix(`${keyOf(key)}: `, value)))
  return { open: '{ ', items, close: ' }' }
}

const prefix = (before: string, code: Code): Code =>
  typeof code === 'string' ? `${before}${code}` : { ...code, open: `${before}${code.open}` }

/** Whether the shorthand `{ name }` is valid. `{ true }` and `{ 1 }` would be invalid syntax. */
const isSame = (key: string, value: Code) =>
  key === value && isName(key) && !/^(?:true|false|null|undefined)$/.test(key)

const isName = (key: string) => /^[A-Za-z_$][\w$]*$/.test(key)

function keyOf(key: string): string {
  // In an object literal, a key `__proto__` without brackets would set the prototype.
  if (key === '__proto__') return "['__proto__']"
  return isName(key) || /^(?:[1-9]\d{0,8}|0)$/.test(key) ? key : quoteOnLine(key)
}

export function print(code: Code, indent = '', before = 0, after = 0): string {
  if (typeof code === 'string') return code
  const flat = flatten(code)
  if (!flat.includes('\n') && indent.length + before + flat.length + after <= width) return flat
  if (code.items.length === 0) return flat
  return (code.endsInBlock && printLastBroken(code, indent, before)) || printBroken(code, indent)
}

function printLastBroken({ open, items, close }: Block, indent: string, before: number): string | undefined {
  const last = items.at(-1)
  if (typeof last !== 'object') return undefined
  const start = `${open}${items.slice(0, -1).map(flatten).join(', ')}${items.length > 1 ? ', ' : ''}`
  if (start.includes('\n') || indent.length + before + start.length + 1 > width) return undefined
  return `${start}${printBroken(last, indent)}${close}`
}

function printBroken(code: Block, indent: string): string {
  const inner = `${indent}  `
  const lines = code.items.map((item) => `${inner}${belowKey(print(item, inner, 0, 1), inner)}`)
  return `${code.open.trimEnd()}\n${lines.join(',\n')}\n${indent}${code.close.trimStart()}`
}

function belowKey(line: string, indent: string): string {
  const [, key, text] = /^([\w$]+:|'(?:[^'\\]|\\.)*':) (['"].*)$/.exec(line) ?? []
  if (text === undefined || indent.length + line.length + 1 <= width) return line
  return `${key}\n${indent}  ${text}`
}

function flatten(code: Code): string {
  if (typeof code === 'string') return code
  if (code.items.length === 0) return `${code.open.trimEnd()}${code.close.trimStart()}`
  return `${code.open}${code.items.map(flatten).join(', ')}${code.close}`
}

export function quote(text: string): string {
  if (text.includes('\n') && !hasUnseen(text) && !/[^\n\x20-\x7e\u00a0-\ud7ff\uf900-\ufffd]/.test(text))
    return `\`${text.replaceAll(/[\\`]|\$\{/g, '\\$&')}\``
  return quoteOnLine(text)
}

export function quoteOnLine(text: string): string {
  const escaped = escapeUnseen(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"'))
  // `JSON.stringify` has doubled each backslash, so no backslash can escape the quotes that are added here.
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`
}

/** Empties string literals, so that a search for names in code does not find text. */
export const withoutTexts = (source: string): string => source.replaceAll(/(['"`])(?:\\.|(?!\1)[^\\])*\1/gs, "''")

export function literal(value: unknown): Code {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return list(value.map(literal))
  if (typeof value === 'object' && value !== null)
    return object(Object.entries(value).map(([key, inner]) => [key, literal(inner)]))
  return String(value)
}
