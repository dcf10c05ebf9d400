/** Wraps a function that makes something so that it is made once, when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
