/**
 * Divides all code points into symbols, so that a set of characters is a bit mask. Code points are one symbol if no character set of the expression
 * separates them. For example, `[a-z]` and `[0-9]` make three symbols: letters, digits, and all other code points. One more symbol, `edge`, stands
 * for the start and the end of the text.
 */
import { type CodePoints, lastCodePoint } from './code-points.ts'
import { type PatternNode, TooLarge } from './node.ts'

const maxDistinctSets = 500

export class Alphabet {
  readonly samples: readonly string[]
  readonly edge: bigint
  readonly all: bigint
  readonly #masks = new Map<CodePoints, bigint>()

  constructor(pattern: PatternNode) {
    const distinct = new Map<string, CodePoints[]>()
    for (const set of setsOf(pattern)) {
      const text = set.join()
      const equal = distinct.get(text)
      if (equal === undefined) distinct.set(text, [set])
      else equal.push(set)
    }
    if (distinct.size > maxDistinctSets) throw new TooLarge()
    const sets = [...distinct.values()]
    const starts = new Map<number, number[]>([[0, []]])
    for (const [index, [set = []]] of sets.entries()) {
      for (const [first, last] of set) {
        for (const at of [first, last + 1]) starts.set(at, [...(starts.get(at) ?? []), index])
      }
    }
    const symbols = new Map<bigint, { readonly members: bigint; sample: number }>()
    let members = 0n
    for (const [at, changes] of [...starts].sort(([one], [other]) => one - other)) {
      for (const index of changes) members ^= 1n << BigInt(index)
      const known = symbols.get(members)
      if (known === undefined) symbols.set(members, { members, sample: at })
      else if (isReadable(at) && !isReadable(known.sample)) known.sample = at
    }
    const list = [...symbols.values()].filter(({ sample }) => sample <= lastCodePoint)
    this.samples = list.map(({ sample }) => String.fromCodePoint(sample))
    this.edge = 1n << BigInt(list.length)
    this.all = (this.edge << 1n) - 1n
    for (const [index, equal] of sets.entries()) {
      const mask = list.reduce(
        (bits, { members }, bit) => bits | (((members >> BigInt(index)) & 1n) << BigInt(bit)),
        0n
      )
      for (const set of equal) this.#masks.set(set, mask)
    }
  }

  maskOf(set: CodePoints): bigint {
    return this.#masks.get(set) as bigint
  }

  sampleOf(mask: bigint): string {
    return this.samples.find((_, bit) => (mask >> BigInt(bit)) & 1n) ?? ''
  }
}

/** Splits the mask `symbols` into parts that are as large as possible. Each of `masks` contains all symbols of a part, or none of them. */
export function splitBy(symbols: bigint, masks: Iterable<bigint>): bigint[] {
  let classes = symbols === 0n ? [] : [symbols]
  for (const mask of new Set(masks)) {
    classes = classes.flatMap((members) => [members & mask, members & ~mask]).filter((members) => members !== 0n)
  }
  return classes
}

const isReadable = (code: number) => code > 0x20 && code < 0x7f

function* setsOf(node: PatternNode): Generator<CodePoints> {
  if (node.kind === 'character') yield node.set
  else if (node.kind === 'boundary') yield node.word
  else if (node.kind === 'edge') yield node.breaks
  else if (node.kind === 'sequence') for (const item of node.items) yield* setsOf(item)
  else if (node.kind === 'choice') for (const option of node.options) yield* setsOf(option)
  else if (node.kind !== 'unsure') yield* setsOf(node.body)
}
