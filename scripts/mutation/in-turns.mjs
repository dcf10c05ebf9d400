/** Calls `work` with each entry of a list, for as many at once as there are workers. */
export async function inTurns(list, workers, work) {
  const waiting = [...list]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: workers }, worker))
}
