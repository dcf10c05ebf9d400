/**
 * Reads the names of unnamed functions from their source. In `const requireUser = guard(async () => …)` the function itself has no name. For
 * `explain` its label is then `guard at auth.ts:12`. The command reads line 12 of `auth.ts`, and shows `requireUser` instead.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SourcePlace } from 'espalier'

/** Matches a generated label, which has a kind, a file and a line: `guard at auth.ts:12`. */
const unnamed = /^[a-z]+(?: [a-z]+)? at (?:.+):\d+$/

const word = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`
/** Matches the start of outer calls, such as `documented(` in `documented(guard(…))`. */
const around = String.raw`\s*(?:await\s+)?(?:[\w$]+\()*$`

/** Match the variable or member to which a call's result is assigned: `const requireUser: Guard = guard(`, `requireUser: guard(`. */
const declarations = [
  new RegExp(String.raw`(?:const|let|var)\s+(${word})\s*(?::[^=,]*)?=${around}`, 'u'),
  new RegExp(String.raw`(?:^|[\s,{(])(${word})\s*[=:]${around}`, 'u')
]

/** Matches the variable in `app.register(orders)`. Its name, `orders`, is shown for a plugin without a name. */
const registered = new RegExp(String.raw`^register\(\s*(${word})\s*[,)]`, 'u')

/** Reads source files, each once. */
export class SourceNames {
  readonly #lines = new Map<string, readonly string[]>()

  /** Returns the name in the source line of a place. `undefined` if the line has none, or if the source differs from the running code. */
  find({ file, line, column }: SourcePlace): string | undefined {
    const text = this.#linesOf(file)[line - 1]
    if (text === undefined) return undefined
    const call = text.slice(column - 1)
    // If this column has no call, the source differs from the running code: the file was edited, or is compiled.
    if (!/^[\w$]+\s*(?:<[^(]*>)?\(/.test(call)) return undefined
    const before = text.slice(0, column - 1)
    // In `a ? b : guard(…)`, `b` would look like the name of a member. So no name before the call is read.
    if (/\?/.test(before)) return registered.exec(call)?.[1]
    return [registered.exec(call), ...declarations.map((form) => form.exec(before))].find(Boolean)?.[1]
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

/** Yields every declaration in an explanation, at any depth. */
function* declarationsIn(value: unknown): Generator<Declared> {
  if (typeof value !== 'object' || value === null) return
  if (isDeclared(value)) yield value
  for (const inner of Object.values(value)) yield* declarationsIn(inner)
}

/** Maps generated labels to names in the source. If two functions with different names have the same label, the label is omitted. */
function namesFor(explained: unknown, sources: SourceNames): ReadonlyMap<string, string> {
  const names = new Map<string, string | undefined>()
  for (const { name, place } of declarationsIn(explained)) {
    if (place === null || !unnamed.test(name)) continue
    const found = sources.find(place)
    names.set(name, names.has(name) && names.get(name) !== found ? undefined : found)
  }
  return new Map([...names].filter((row): row is [string, string] => row[1] !== undefined))
}

/** Returns a copy of an explanation in which generated labels are replaced by names from the source. */
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
