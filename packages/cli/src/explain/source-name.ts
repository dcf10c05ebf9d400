/**
 * The function in `const requireUser = guard(async () => …)` has no name, so `explain` labels it `guard at auth.ts:12`. The command reads line 12 of
 * `auth.ts`, and shows `requireUser` instead.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SourcePlace } from 'espalier'

const generatedLabel = /^[a-z]+(?: [a-z]+)? at (?:.+):\d+$/

const word = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`
/** Matches calls between a name and `guard(…)`, such as `documented(` in `requireUser = documented(guard(…))`. */
const outerCalls = String.raw`\s*(?:await\s+)?(?:[\w$]+\()*$`

/** Matches the start of a declaration: `const requireUser: Guard = guard(` or `requireUser: guard(`. */
const declarations = [
  new RegExp(String.raw`(?:const|let|var)\s+(${word})\s*(?::[^=,]*)?=${outerCalls}`, 'u'),
  new RegExp(String.raw`(?:^|[\s,{(])(${word})\s*[=:]${outerCalls}`, 'u')
]

/** Matches `register(orders)`. A plugin without a name gets the name of this variable. */
const registeredVariable = new RegExp(String.raw`^register\(\s*(${word})\s*[,)]`, 'u')

export class SourceNames {
  readonly #lines = new Map<string, readonly string[]>()

  /** Returns `undefined` if the source line contains no name, or differs from the running code. */
  find({ file, line, column }: SourcePlace): string | undefined {
    const text = this.#linesOf(file)[line - 1]
    if (text === undefined) return undefined
    const call = text.slice(column - 1)
    // If no call is at this position, the file was edited meanwhile, or the running code is compiled from other sources.
    if (!/^[\w$]+\s*(?:<[^(]*>)?\(/.test(call)) return undefined
    const before = text.slice(0, column - 1)
    // In `a ? b : guard(…)`, the pattern for `requireUser: guard(` would take `b` for a name. So declarations are not searched.
    if (/\?/.test(before)) return registeredVariable.exec(call)?.[1]
    return [registeredVariable.exec(call), ...declarations.map((pattern) => pattern.exec(before))].find(Boolean)?.[1]
  }

  #linesOf(file: string): readonly string[] {
    const known = this.#lines.get(file)
    if (known !== undefined) return known
    const lines = readLines(file)
    this.#lines.set(file, lines)
    return lines
  }
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file.startsWith('file:') ? fileURLToPath(file) : file, 'utf8').split('\n')
  } catch {
    return []
  }
}

interface Declared {
  readonly name: string
  readonly place: SourcePlace | null
}

const isDeclared = (value: object): value is Declared =>
  'name' in value && typeof value.name === 'string' && 'place' in value

function* declarationsIn(value: unknown): Generator<Declared> {
  if (typeof value !== 'object' || value === null) return
  if (isDeclared(value)) yield value
  for (const inner of Object.values(value)) yield* declarationsIn(inner)
}

/** Maps labels to names in the source. A label is omitted if two functions with different names have it. */
function namesFor(explained: unknown, sources: SourceNames): ReadonlyMap<string, string> {
  const names = new Map<string, string | undefined>()
  for (const { name, place } of declarationsIn(explained)) {
    if (place === null || !generatedLabel.test(name)) continue
    const found = sources.find(place)
    names.set(name, names.has(name) && names.get(name) !== found ? undefined : found)
  }
  return new Map([...names].filter((row): row is [string, string] => row[1] !== undefined))
}

export function withSourceNames<Explained>(explained: Explained, sources = new SourceNames()): Explained {
  const names = namesFor(explained, sources)
  if (names.size === 0) return explained
  const quoted = [...names].map(([label, name]) => [`'${label}'`, `'${name}'`] as const)
  const rename = (text: string): string =>
    names.get(text) ?? quoted.reduce((left, [label, name]) => left.replaceAll(label, name), text)
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return rename(value)
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]))
  }
  return copy(explained) as Explained
}
