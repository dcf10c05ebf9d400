/** Calls the function at the first use and keeps the result. Then the function itself can be garbage-collected. */
export function once<T>(make: () => T): () => T {
  let waiting: (() => T) | undefined = make
  let made: T | undefined
  return () => {
    if (waiting !== undefined) {
      made = waiting()
      waiting = undefined
    }
    return made as T
  }
}
