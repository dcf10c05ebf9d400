/** Shows the stages of an analysis as text. A set of symbols appears as one character of each symbol, and `$` for the edge of the text. */
import { Alphabet } from '../src/alphabet.ts'
import { type Automaton, buildAutomaton } from '../src/automaton.ts'
import type { CodePoints } from '../src/code-points.ts'
import { Budget } from '../src/epsilon-closure.ts'
import { type GraphOptions, PatternGraph } from '../src/graph.ts'
import type { PatternNode } from '../src/node.ts'
import { readPattern } from '../src/syntax.ts'

class Account extends Budget {
  spent = 0

  override spend(steps: number): void {
    this.spent += steps
    super.spend(steps)
  }
}

export const plenty = () => new Account(1_000_000)

const usual: GraphOptions = { isBackward: false, countedAs: 'copies', followsLookarounds: true }

function showSet(set: CodePoints): string {
  const show = (code: number) =>
    code > 0x20 && code < 0x7f ? String.fromCodePoint(code) : code.toString(16).padStart(2, '0')
  return `[${set.map(([first, last]) => (first === last ? show(first) : `${show(first)}-${show(last)}`)).join(' ')}]`
}

export function showNode(node: PatternNode): string {
  const shown = (nodes: readonly PatternNode[], between: string) => `(${nodes.map(showNode).join(between)})`
  switch (node.kind) {
    case 'character':
      return showSet(node.set)
    case 'sequence':
      return shown(node.items, '')
    case 'choice':
      return shown(node.options, '|')
    case 'repetition':
      return `${showNode(node.body)}{${node.min},${node.max}}`
    case 'edge':
      return `${node.side === 'start' ? '^' : '$'}${node.breaks.length > 0 ? showSet(node.breaks) : ''}`
    case 'boundary':
      return `${node.isNegated ? '\\B' : '\\b'}${showSet(node.word)}`
    case 'lookaround':
      return `(?${node.isAhead ? '' : '<'}${node.isNegated ? '!' : '='}${showNode(node.body)})`
    case 'unsure':
      return '?'
    default:
      throw new Error('not the kind of a node')
  }
}

/** Returns the part of a pattern that has only one option with one part. */
export function partOf(source: string, flags = 'u'): PatternNode {
  const pattern = readPattern(source, flags, true)
  const [sequence] = pattern.kind === 'choice' && pattern.options.length === 1 ? pattern.options : [pattern]
  const [part] = sequence?.kind === 'sequence' && sequence.items.length === 1 ? sequence.items : [sequence]
  return part as PatternNode
}

export interface Stages {
  readonly pattern: PatternNode
  readonly alphabet: Alphabet
  readonly graph: PatternGraph
}

export function stagesOf(source: string | PatternNode, options: Partial<GraphOptions> = {}, flags = 'u'): Stages {
  const pattern = typeof source === 'string' ? partOf(source, flags) : source
  const alphabet = new Alphabet(pattern)
  return { pattern, alphabet, graph: new PatternGraph(pattern, alphabet, { ...usual, ...options }) }
}

export function showMask(mask: bigint, { all, edge, samples }: Alphabet): string {
  if (mask === all) return '*'
  const shown = samples.filter((_, bit) => (mask >> BigInt(bit)) & 1n)
  return `[${shown.map((sample) => JSON.stringify(sample).slice(1, -1)).join('')}${mask & edge ? '$' : ''}]`
}

/** A line for each step of the graph. */
export function showGraph({ alphabet, graph }: Stages): string[] {
  const shownCondition = (condition: PatternGraph['steps'][number][number]['condition']) => {
    if (condition === undefined) return ''
    const { before, after, isSure, lookarounds } = condition
    const sides = `${showMask(before, alphabet)}|${showMask(after, alphabet)}`
    return ` if ${sides}${isSure ? '' : ' perhaps'}${lookarounds.length > 0 ? ` and ${lookarounds.join()}` : ''}`
  }
  return graph.steps.flatMap((steps, from) => [
    ...(graph.characterSteps[from] ?? []).map(({ to, symbols }) => `${from} ${showMask(symbols, alphabet)} ${to}`),
    ...steps.map(
      ({ to, condition, unlessEmptySince }) =>
        `${from} → ${to}${shownCondition(condition)}${unlessEmptySince === undefined ? '' : ` unless empty since ${unlessEmptySince}`}`
    )
  ])
}

/** A line for each edge, and for each state at which the pattern has matched. */
export function showAutomaton({ edges, matched }: Automaton, alphabet: Alphabet): string[] {
  return edges.flatMap((leading, from) => [
    ...(matched[from] === 0n ? [] : [`${from} matched before ${showMask(matched[from] as bigint, alphabet)}`]),
    ...leading.map(
      ({ to, symbols, paths, isSure }) =>
        `${from} ${showMask(symbols, alphabet)} ${to}${paths === 1 ? '' : ` ${paths} paths`}${isSure ? '' : ' perhaps'}`
    )
  ])
}

export function automatonOf(source: string | PatternNode, options: Partial<GraphOptions> = {}, flags = 'u') {
  const stages = stagesOf(source, options, flags)
  const account = plenty()
  return { ...stages, account, automaton: buildAutomaton(stages.graph, stages.alphabet, account) }
}
