/** Random numbers from 0 to below `limit`, the same for the same seed. */
export function createRandom(seed) {
  let state = seed >>> 0
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}
