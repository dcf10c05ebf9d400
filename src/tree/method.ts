/** The HTTP methods that an app serves: nine by default, others of Node's parser by `addHttpMethod`. */
export interface Methods {
  /** Methods whose request bodies are not parsed. */
  readonly bodyless: Set<string>
  readonly bodywith: Set<string>
}

export function createMethods(): Methods {
  return {
    bodyless: new Set(['GET', 'HEAD', 'TRACE']),
    bodywith: new Set(['DELETE', 'OPTIONS', 'PATCH', 'PUT', 'POST', 'QUERY'])
  }
}

export function isSupported(methods: Methods, method: string): boolean {
  return methods.bodyless.has(method) || methods.bodywith.has(method)
}

export function supportedMethods(methods: Methods): string[] {
  return [...methods.bodyless, ...methods.bodywith]
}
