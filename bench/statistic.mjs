// Medians and spreads. Only ratios taken at the same time are comparable, so a ratio is made within a turn, where the contenders ran
// right after each other, and everything later is a median of such ratios.
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The median with the least and the greatest value. */
export function spread(values) {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) }
}

/** Such as `0.92 (0.90 to 0.95)`. */
export function inWords({ median: middle, low, high }, digits = 2) {
  return `${middle.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`
}

/**
 * How one contender compares with another. `rounds` holds, for each round, a contender's costs turn by turn; the answer is the median
 * over the rounds of the median ratio within a round, with the least and the greatest round.
 */
export function compareRounds(rounds, of, to) {
  const ratios = rounds
    .filter((round) => round[of] !== undefined && round[to] !== undefined)
    .map((round) => median(round[of].map((cost, turn) => cost / round[to][turn])))
  return ratios.length === 0 ? undefined : { ...spread(ratios), rounds: ratios.length }
}

/**
 * How one contender compares with another where a process keeps to one of two modes for as long as it lives, so that a round may set one of each against each
 * other: the median over all pairs of processes, also of different rounds. The least and the greatest are those of `compareRounds`.
 */
export function comparePairs(rounds, of, to) {
  const inRounds = compareRounds(rounds, of, to)
  if (inRounds === undefined) return undefined
  const costsOf = (id) => rounds.flatMap((round) => (round[id] === undefined ? [] : [median(round[id])]))
  const others = costsOf(to)
  return { ...inRounds, median: median(costsOf(of).flatMap((cost) => others.map((other) => cost / other))) }
}

/** The costs of a round's slices, by contender. */
export function toCosts(round) {
  return Object.fromEntries(Object.entries(round).map(([id, slices]) => [id, slices.map(({ cost }) => cost)]))
}
