/** Wraps a function that makes something so that it is made once, when it is first asked for; what made it is let go. */
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
