/** Calls the function at the first use and keeps the result. The function itself is then released. */
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
