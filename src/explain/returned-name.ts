/**
 * Reads from the source text of a function which properties its returned object has: `() => ({ now: 1 })` returns `now`.
 *
 * The result is `undefined` if this is uncertain: for spread, computed keys, conditional expressions, results of calls, or slashes, which may start a
 * regular expression.
 */
import { getOrCreate } from '../base/get-or-create.ts'
import type { UserFunction } from '../user-function.ts'

/** In characters. Longer functions are not searched. */
const longest = 10_000
const literals = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const opening = /^(?:async\b\s*)?(?:function\b(?!\s*\*)\s*)?[\w$]*\s*/
const statementWord = /(?:^|[^\w$.])(?:if|for|await|while|switch|catch|with)\s*$/
const key = /^(?:(?:async|get)\s+)?(?!__proto__\b)([A-Za-z_$][\w$]*)\s*(?:[:(]|$)/
/** The end of a statement, or a line that starts another statement. */
const statementEnd = /^\s*(?:[;}]|$)|^[^\S\n]*\n\s*(?!in\b|instanceof\b)[A-Za-z_$]/
const nothing = /^[^\S\n]*(?:[;}\n]|$)/

/** Returns -1 if the bracket at `from` is not closed. */
function closeOf(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (/[({[]/.test(text[at] as string)) depth++
    else if (/[)}\]]/.test(text[at] as string) && --depth === 0) return at + 1
  }
  return -1
}

function openOf(text: string, from: number): number {
  let depth = 0
  for (let at = from; at >= 0; at--) {
    if (text[at] === ')') depth++
    else if (text[at] === '(' && --depth === 0) return at
  }
  return -1
}

function entriesOf(list: string): string[] {
  let flat = ''
  for (let at = 0; at < list.length; at++) {
    flat += list[at]
    if (!/[({[]/.test(list[at] as string)) continue
    const to = closeOf(list, at)
    if (to < 0) return ['']
    at = to - 1
  }
  const entries = flat.split(',').map((entry) => entry.trim())
  return entries.at(-1) === '' ? entries.slice(0, -1) : entries
}

/** Returns `undefined` if a key is computed or spread, or if the text after the object literal does not match `end`. */
function keysAt(text: string, from: number, end: RegExp): string[] | undefined {
  const to = closeOf(text, from)
  if (to < 0 || !end.test(text.slice(to))) return undefined
  const names = entriesOf(text.slice(from + 1, to - 1)).map((entry) => key.exec(entry)?.[1])
  return names.every((name) => name !== undefined) ? [...new Set(names)] : undefined
}

/** A brace opens a function body after an arrow, or after parentheses that do not belong to a statement such as `if (…)`. */
function opensFunction(text: string, brace: number): boolean {
  let at = brace - 1
  while (/\s/.test(text[at] ?? '')) at--
  if (text[at] === '>') return text[at - 1] === '='
  return text[at] === ')' && !statementWord.test(text.slice(0, Math.max(openOf(text, at), 0)))
}

/** Removes the bodies of nested functions. Returns `undefined` if brackets do not match. */
function ownBody(body: string): string | undefined {
  let own = body
  for (let at = own.indexOf('{'); at >= 0; at = own.indexOf('{', at + 1)) {
    const to = closeOf(own, at)
    if (to < 0) return undefined
    if (opensFunction(own, at)) own = `${own.slice(0, at)}()${own.slice(to)}`
  }
  return own
}

/** @param reply the name of the function's second parameter; `return reply` adds no properties */
function namesOfBody(body: string, reply: string | undefined): string[] | undefined {
  const own = ownBody(body)
  if (own === undefined) return undefined
  const names = new Set<string>()
  for (const { 0: word, index } of own.matchAll(/(?<![\w$.])return\b/g)) {
    const rest = own.slice(index + word.length)
    const [next = ''] = /[\w$]+|\S/.exec(rest) ?? []
    if (nothing.test(rest) || next === reply) continue
    const keys = next === '{' ? keysAt(rest, rest.indexOf('{'), statementEnd) : undefined
    if (keys === undefined) return undefined
    for (const name of keys) names.add(name)
  }
  return names.size === 0 ? undefined : [...names]
}

const known = new WeakMap<object, readonly string[] | 'uncertain'>()

export function returnedNames(fn: UserFunction): readonly string[] | undefined {
  const names = getOrCreate(known, fn, () => readNames(fn) ?? 'uncertain')
  return names === 'uncertain' ? undefined : names
}

function readNames(fn: UserFunction): string[] | undefined {
  const given = Function.prototype.toString.call(fn)
  const text = given.replace(literals, (literal) => (literal.startsWith('/') ? ' ' : '0')).trim()
  if (given.length > longest || /[/`'"\\]/.test(text)) return undefined
  const start = opening.exec(text)?.[0].length ?? 0
  const end = text[start] === '(' ? closeOf(text, start) : start
  const [arrow = '', isArrow] = /^\s*(=>)?\s*/.exec(text.slice(end)) ?? []
  const body = text.slice(end + arrow.length)
  if (isArrow && /^\(\s*\{/.test(body)) return keysAt(body, body.indexOf('{'), /^\s*\)$/)
  return body.startsWith('{') ? namesOfBody(body.slice(1, -1), entriesOf(text.slice(start + 1, end - 1))[1]) : undefined
}
