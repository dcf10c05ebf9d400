export function lazy<Value>(make: () => Value): () => Value {
  let result: { readonly value: Value } | undefined
  return () => {
    result ??= { value: make() }
    return result.value
  }
}
