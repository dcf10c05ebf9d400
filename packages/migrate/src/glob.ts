/**
 * Matches patterns of `.gitignore` as git does (wildmatch.c). The patterns of an untrusted folder are not converted to regular expressions, which
 * could take exponential time. Here the time is at most the length of the pattern times the length of the path.
 */

/** @param hasPaths whether only `**` matches a slash, and `*`, `?` and classes such as `[a-z]` do not */
export function matchesGlob(glob: string, text: string, hasPaths: boolean): boolean {
  return new Match(glob, text, hasPaths).from(0, 0)
}

class Match {
  readonly #glob: string
  readonly #text: string
  readonly #hasPaths: boolean
  /** Pairs of positions in the pattern and the text at which matching has failed, so that no pair is tried twice. */
  readonly #failed = new Set<number>()

  constructor(glob: string, text: string, hasPaths: boolean) {
    this.#glob = glob
    this.#text = text
    this.#hasPaths = hasPaths
  }

  from(at: number, index: number): boolean {
    const pair = at * (this.#text.length + 1) + index
    if (this.#failed.has(pair)) return false
    const isMatch = this.#tryFrom(at, index)
    if (!isMatch) this.#failed.add(pair)
    return isMatch
  }

  #tryFrom(start: number, first: number): boolean {
    let at = start
    let index = first
    while (at < this.#glob.length) {
      if (this.#glob[at] === '*') return this.#stars(at, index)
      const next = this.#item(at, this.#text[index])
      if (next === undefined) return false
      at = next
      index++
    }
    return index === this.#text.length
  }

  /** Matches one item of the pattern: `?`, a class or a letter. Returns the position after the item, or `undefined` if it does not match. */
  #item(at: number, character: string | undefined): number | undefined {
    if (character === undefined) return undefined
    const isAllowed = character !== '/' || !this.#hasPaths
    const sign = this.#glob[at]
    if (sign === '?') return isAllowed ? at + 1 : undefined
    if (sign === '[') return readClass(this.#glob, at, character, isAllowed)
    const isEscaped = sign === '\\'
    return this.#glob[isEscaped ? at + 1 : at] === character ? at + (isEscaped ? 2 : 1) : undefined
  }

  #stars(at: number, index: number): boolean {
    let end = at
    while (this.#glob[end] === '*') end++
    const isWhole = (at === 0 || this.#glob[at - 1] === '/') && /^(?:$|\\?\/)/.test(this.#glob.slice(end, end + 2))
    const crossesFolders = !this.#hasPaths || (end - at > 1 && isWhole)
    // As in git, `**` also matches zero folders: `a/**/b` matches `a/b`.
    if (this.#hasPaths && crossesFolders && this.#glob[end] === '/' && this.from(end + 1, index)) return true
    for (let to = index; ; to++) {
      if (this.from(end, to)) return true
      const passed = this.#text[to]
      if (passed === undefined || (passed === '/' && !crossesFolders)) return false
    }
  }
}

const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z\d]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  cntrl: /[^ -~\x80-\xff]/,
  digit: /\d/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t-\r ]/,
  upper: /[A-Z]/,
  xdigit: /[\da-f]/i
}

/** Returns the position after a class such as `[a-z]`. Returns `undefined` if the class does not contain the character, or has no end. */
function readClass(glob: string, start: number, character: string, isAllowed: boolean): number | undefined {
  let at = start + 1
  const isNegated = glob[at] === '!' || glob[at] === '^'
  if (isNegated) at++
  let isIn = false
  for (let isFirst = true; isFirst || glob[at] !== ']'; isFirst = false) {
    const kind = glob.startsWith('[:', at) ? /^\[:([^\]]*):\]/.exec(glob.slice(at)) : null
    if (kind !== null) {
      const known = Object.hasOwn(classes, kind[1] ?? '') ? classes[kind[1] ?? ''] : undefined
      if (known === undefined) return undefined
      isIn ||= known.test(character)
      at += kind[0].length
      continue
    }
    const low = readLetter(glob, at)
    if (low === undefined) return undefined
    at = low.end
    const high = glob[at] === '-' && glob[at + 1] !== ']' ? readLetter(glob, at + 1) : low
    if (high === undefined) return undefined
    // As in git, a range in the wrong order, such as `[z-a]`, matches its first letter.
    isIn ||= low.letter === character || (low.letter <= character && character <= high.letter)
    at = high.end
  }
  return isIn !== isNegated && isAllowed ? at + 1 : undefined
}

function readLetter(glob: string, at: number): { readonly letter: string; readonly end: number } | undefined {
  const letter = glob[at] === '\\' ? glob[at + 1] : glob[at]
  return letter === undefined ? undefined : { letter, end: at + (glob[at] === '\\' ? 2 : 1) }
}
