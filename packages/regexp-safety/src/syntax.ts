/** Parses a regular expression to the tree of node.ts. */
import type { AST, visitRegExpAST } from '@eslint-community/regexpp'
import {
  type CodePoints,
  complementOf,
  decimalDigits,
  lineTerminators,
  matchedBy,
  unionOf,
  whiteSpace,
  wordCharacters
} from './code-points.ts'
import { getOrCreate } from './get-or-create.ts'
import { lazy } from './lazy.ts'
import { type PatternNode, TooLarge } from './node.ts'
import { type Word, wordsOf } from './words.ts'

/** How many character sets may be computed for one expression. Each computation takes some 10 ms. */
const maxComputedSets = 32
const maxElements = 20_000

/** The parser is loaded on first use. Loading takes 5 ms, and many applications never need the parser. */
const load = lazy((): typeof import('@eslint-community/regexpp') => {
  const { createRequire } = process.getBuiltinModule('node:module')
  return createRequire(import.meta.url)('@eslint-community/regexpp')
})

function parse(source: string, flags: string): AST.Pattern {
  const parser = new (load().RegExpParser)()
  return parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v')
  })
}

/** Calls the handlers for each node of an expression, in source order. @throws SyntaxError when the source is not a valid expression. */
export function visitPattern(source: string, flags: string, handlers: Parameters<typeof visitRegExpAST>[1]): void {
  load().visitRegExpAST(parse(source, flags), handlers)
}

/**
 * @param followsReferences whether a group that matches few texts, such as `(a|b)`, becomes a choice of these texts, so that back references are
 * exact
 */
export function readPattern(source: string, flags: string, followsReferences: boolean): PatternNode {
  return new PatternReader(flags, followsReferences).readChoice(parse(source, flags).alternatives, {
    ignoreCase: flags.includes('i'),
    multiline: flags.includes('m'),
    dotAll: flags.includes('s')
  })
}

type Modes = Readonly<Record<'ignoreCase' | 'multiline' | 'dotAll', boolean>>
const modes = ['ignoreCase', 'multiline', 'dotAll'] as const

const computedSets = new Map<string, CodePoints>()

class PatternReader {
  readonly #unicodeFlag: string
  readonly #followsReferences: boolean
  /** For each group that became a choice of texts: the text of the current alternative. A back reference to the group matches this text. */
  readonly #captured = new Map<AST.CapturingGroup, Word>()
  #computedHere = 0
  #elements = 0

  constructor(flags: string, followsReferences: boolean) {
    this.#unicodeFlag = flags.replace(/[^uv]/g, '')
    this.#followsReferences = followsReferences
  }

  readChoice(alternatives: readonly AST.Alternative[], given: Modes): PatternNode {
    return {
      kind: 'choice',
      options: alternatives.map(({ elements }) => this.#readSequence(elements, given))
    }
  }

  #readSequence(elements: readonly AST.Element[], given: Modes): PatternNode {
    const items: PatternNode[] = []
    for (const [index, element] of elements.entries()) {
      const node = this.#readElement(element, given)
      const words = this.#followsReferences && isReferredTo(element, elements) ? wordsOf(node) : undefined
      if (words !== undefined) {
        const rest = elements.slice(index + 1)
        return sequenceOf([...items, this.#readForEach(words, element as AST.CapturingGroup, rest, given)])
      }
      items.push(node)
    }
    return sequenceOf(items)
  }

  #readForEach(
    words: readonly Word[],
    group: AST.CapturingGroup,
    rest: readonly AST.Element[],
    given: Modes
  ): PatternNode {
    const options = words.map((word) => {
      this.#captured.set(group, word)
      return sequenceOf([...word.map(toCharacter), this.#readSequence(rest, given)])
    })
    this.#captured.delete(group)
    return { kind: 'choice', options }
  }

  #readElement(element: AST.Element, given: Modes): PatternNode {
    if (++this.#elements > maxElements) throw new TooLarge()
    switch (element.type) {
      case 'Group':
        return this.readChoice(element.alternatives, withModifiers(given, element.modifiers))
      case 'CapturingGroup':
        return this.readChoice(element.alternatives, given)
      case 'Quantifier': {
        const { element: body, min, max } = element
        return { kind: 'repetition', body: this.#readElement(body, given), min, max }
      }
      case 'Assertion':
        return this.#readAssertion(element, given)
      case 'Backreference':
        return this.#readReference(element, given)
      default:
        return { kind: 'character', set: this.#readSet(element, given) }
    }
  }

  #readAssertion(assertion: AST.Assertion, given: Modes): PatternNode {
    if (assertion.kind === 'word') {
      const { ignoreCase } = given
      const word = this.#escapedSet({ kind: 'word', raw: '\\w' }, given)
      return { kind: 'boundary', word: ignoreCase ? word : wordCharacters, isNegated: assertion.negate }
    }
    if (assertion.kind === 'start' || assertion.kind === 'end') {
      return { kind: 'edge', side: assertion.kind, breaks: given.multiline ? lineTerminators : [] }
    }
    const { kind, negate: isNegated, alternatives } = assertion as AST.LookaroundAssertion
    return { kind: 'lookaround', isAhead: kind === 'lookahead', isNegated, body: this.readChoice(alternatives, given) }
  }

  /** A back reference is replaced by any match of its group. If the group may not have matched before, the empty text is allowed, too. */
  #readReference(reference: AST.Backreference, given: Modes): PatternNode {
    const [first, ...others] = [reference.resolved].flat()
    const word = others.length === 0 && first !== undefined ? this.#captured.get(first) : undefined
    if (word !== undefined && !(given.ignoreCase && word.some(hasCase))) return sequenceOf(word.map(toCharacter))
    const groups = [reference.resolved].flat().filter((group) => !isInside(reference, group))
    const bodies = groups.map((group) => this.readChoice(group.alternatives, given))
    const unsure: PatternNode = { kind: 'unsure' }
    const isCertain = groups.length === 1 && groups.every((group) => isOnEveryPath(group, reference))
    return { kind: 'sequence', items: [unsure, { kind: 'choice', options: isCertain ? bodies : [...bodies, unsure] }] }
  }

  #readSet(
    element: AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass,
    given: Modes
  ) {
    if (element.type === 'Character' && !given.ignoreCase) return toSet(element.value)
    if (element.type === 'CharacterSet') return this.#escapedSet(element, given)
    if (element.type === 'CharacterClass' && !given.ignoreCase) {
      const members = element.elements.map((member) => this.#readMember(member, given))
      if (members.every((set) => set !== undefined)) {
        const union = unionOf(members)
        return element.negate ? complementOf(union) : union
      }
    }
    return this.#computeSet(element.raw, given)
  }

  #readMember(member: AST.CharacterClassElement, given: Modes): CodePoints | undefined {
    if (member.type === 'Character') return toSet(member.value)
    if (member.type === 'CharacterClassRange') return [[member.min.value, member.max.value]]
    return member.type === 'CharacterSet' ? this.#escapedSet(member, given) : undefined
  }

  #escapedSet(set: Pick<AST.CharacterSet, 'kind' | 'raw'> & { negate?: boolean }, given: Modes): CodePoints {
    if (set.kind === 'any') return complementOf(given.dotAll ? [] : lineTerminators)
    if (set.kind === 'property' || (given.ignoreCase && set.kind === 'word')) return this.#computeSet(set.raw, given)
    const members = { digit: decimalDigits, space: whiteSpace, word: wordCharacters }[set.kind]
    return set.negate ? complementOf(members) : members
  }

  /**
   * Computes a set of characters by running its source as an expression. Its content depends on the engine's version of Unicode and on case folding.
   */
  #computeSet(source: string, { ignoreCase }: Modes): CodePoints {
    const flags = (this.#unicodeFlag || '') + (ignoreCase ? 'i' : '')
    return getOrCreate(computedSets, `${flags}/${source}`, () => {
      if (++this.#computedHere > maxComputedSets) throw new TooLarge()
      if (computedSets.size > maxComputedSets * 8) computedSets.clear()
      return matchedBy(source, flags)
    })
  }
}

const toSet = (code: number): CodePoints => [[code, code]]
const toCharacter = (code: number): PatternNode => ({ kind: 'character', set: toSet(code) })
const sequenceOf = (items: readonly PatternNode[]): PatternNode => ({ kind: 'sequence', items })

function hasCase(code: number): boolean {
  const character = String.fromCodePoint(code)
  return character.toLowerCase() !== character || character.toUpperCase() !== character
}

/** Whether an element is a group to which a later element refers. Never true in a lookbehind, which is read from right to left. */
function isReferredTo(element: AST.Element, elements: readonly AST.Element[]): boolean {
  if (element.type !== 'CapturingGroup') return false
  const isBehind = (reference: AST.Backreference) =>
    elements.some((later) => later.start >= element.end && isInside(reference, later))
  return element.references.some(isBehind) && !isReadBackward(element)
}

function isReadBackward(node: AST.Node): boolean {
  for (let at: AST.Node | null = node; at !== null; at = at.parent) {
    if (at.type === 'Assertion' && 'alternatives' in at) return at.kind === 'lookbehind'
  }
  return false
}

function withModifiers(given: Modes, modifiers: AST.Modifiers | null): Modes {
  if (modifiers === null) return given
  const { add, remove } = modifiers
  const now = modes.map((mode) => [mode, (given[mode] || add[mode]) && !remove?.[mode]])
  return Object.fromEntries(now)
}

function isInside(node: AST.Node, group: AST.Node): boolean {
  for (let at: AST.Node | null = node; at !== null; at = at.parent) if (at === group) return true
  return false
}

/** Whether a group has certainly matched before another node is read. The group must come first, and not be in an alternative or an optional node. */
function isOnEveryPath(group: AST.CapturingGroup, node: AST.Node): boolean {
  for (let at: AST.Node | null = group; at !== null; at = at.parent) {
    const { parent }: AST.Node = at
    if (parent !== null && parent.type === 'Alternative' && isInside(node, parent)) {
      return isReadBackward(parent) ? node.end <= group.start : group.end <= node.start
    }
    if (parent === null || (parent.type === 'Quantifier' && parent.min === 0)) return false
    if ('alternatives' in parent && parent.alternatives.length > 1) return false
    if (parent.type === 'Assertion' && 'negate' in parent && parent.negate) return false
  }
  return false
}
