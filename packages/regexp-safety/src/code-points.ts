/** A set of code points, as sorted ranges with gaps between them. */
export type CodePoints = readonly (readonly [first: number, last: number])[]

export const lastCodePoint = 0x10ffff

export const decimalDigits: CodePoints = [[0x30, 0x39]]
export const wordCharacters: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a]
]
export const lineTerminators: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029]
]
export const whiteSpace: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff]
]

export function unionOf(sets: readonly CodePoints[]): CodePoints {
  const ranges = sets.flat().sort(([one], [other]) => one - other)
  const union: [number, number][] = []
  for (const [first, last] of ranges) {
    const previous = union.at(-1)
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last)
    else union.push([first, last])
  }
  return union
}

export function complementOf(set: CodePoints): CodePoints {
  const complement: [number, number][] = []
  let next = 0
  for (const [first, last] of set) {
    if (first > next) complement.push([next, first - 1])
    next = last + 1
  }
  if (next <= lastCodePoint) complement.push([next, lastCodePoint])
  return complement
}

/**
 * The ranges that contain assigned code points. In all other ranges, every code point has the same properties, so one test for each range is enough.
 */
const assigned = [
  [0, 0x3ffff],
  [0xe0000, 0xe01ff]
] as const
const chunk = 0x400

export function matchedBy(source: string, flags: string): CodePoints {
  const expression = new RegExp(`(?:${source})+`, `${flags}g`)
  const found: [number, number][] = []
  for (const [first, last] of assigned) {
    for (let at = first; at <= last; at += chunk) {
      const codes = Array.from({ length: chunk }, (_, offset) => at + offset)
      const units = (code: number) => (code > 0xffff ? 2 : 1)
      for (const { 0: text, index } of String.fromCodePoint(...codes).matchAll(expression)) {
        const from = at + index / units(at)
        found.push([from, from + text.length / units(at) - 1])
      }
    }
  }
  for (const [from, to] of [
    [0x40000, 0xdffff],
    [0xe0200, 0xeffff],
    [0xf0000, lastCodePoint]
  ] as const) {
    if (new RegExp(`^(?:${source})$`, flags).test(String.fromCodePoint(from))) found.push([from, to])
  }
  return unionOf([found])
}
