// Contenders taking turns: whatever the machine does meanwhile, it does to all of them, and nobody always goes first.

/** Runs `measure` on each contender once a turn, in rotating order; resolves to what it answered, by contender and turn. */
export async function takeTurns(contenders, turns, measure) {
  const answers = Object.fromEntries(contenders.map(({ id }) => [id, []]))
  for (let turn = 0; turn < turns; turn++) {
    for (const contender of rotate(contenders, turn)) answers[contender.id].push(await measure(contender))
  }
  return answers
}

export function rotate(items, by) {
  const start = by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}
