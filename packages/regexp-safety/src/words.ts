import type { PatternNode } from './node.ts'

export type Word = readonly number[]

const maxWords = 8
const maxLength = 8

/**
 * Returns the texts that an expression matches. A text with two paths is listed twice. Returns `undefined` if the texts are many or long, or depend
 * on characters around them.
 */
export function wordsOf(node: PatternNode): readonly Word[] | undefined {
  const words = listWords(node)
  return words?.every(({ length }) => length <= maxLength) ? words : undefined
}

function listWords(node: PatternNode): readonly Word[] | undefined {
  if (node.kind === 'character') {
    const size = node.set.reduce((sum, [first, last]) => sum + last - first + 1, 0)
    if (size > maxWords) return undefined
    return node.set.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => [first + index]))
  }
  if (node.kind === 'sequence') return node.items.map(listWords).reduce(joinEach, [[]])
  if (node.kind === 'choice') {
    const options = node.options.map(listWords)
    return options.every((words) => words !== undefined) ? few(options.flat()) : undefined
  }
  if (node.kind !== 'repetition' || node.max > maxLength) return undefined
  const body = listWords(node.body)
  if (body === undefined || body.some((word) => word.length === 0)) return undefined
  let times: readonly Word[] | undefined = [[]]
  let found: readonly Word[] | undefined = node.min === 0 ? times : []
  for (let count = 1; count <= node.max && found !== undefined; count++) {
    times = joinEach(times, body)
    if (count >= node.min) found = times && few([...found, ...times])
  }
  return found
}

function joinEach(
  before: readonly Word[] | undefined,
  behind: readonly Word[] | undefined
): readonly Word[] | undefined {
  if (before === undefined || behind === undefined) return undefined
  return few(before.flatMap((one) => behind.map((other) => [...one, ...other])))
}

const few = (words: readonly Word[]) => (words.length <= maxWords ? words : undefined)
