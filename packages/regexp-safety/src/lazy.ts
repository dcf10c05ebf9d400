/** Wraps a function so that it runs at the first call; later calls return its first result. */
export function lazy<Value>(make: () => Value): () => Value {
  let result: { readonly value: Value } | undefined
  return () => {
    result ??= { value: make() }
    return result.value
  }
}
