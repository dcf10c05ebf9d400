import { createHash } from 'node:crypto'

/**
 * Returns a copy of a list in an order that the seed and the names fix. A name keeps its place among the others when names come and go,
 * so the first hundred of a list stay nearly the same hundred while the project grows.
 * @param nameOf gives each entry its name; without one an entry is its own name
 */
export function shuffled(list, seed, nameOf = String) {
  const places = new Map(list.map((entry) => [entry, placeOf(`${seed} ${nameOf(entry)}`)]))
  return [...list].sort((one, other) => (places.get(one) < places.get(other) ? -1 : 1))
}

function placeOf(text) {
  return createHash('sha256').update(text).digest('hex')
}
