export interface TypedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * @param header header fields in one text, separated by semicolons
 * @param wrong makes the error that is thrown, from a sentence
 * @throws the error of `wrong` when the text is not a request, or a header field has no name
 */
export function readRequest(text: string, header: unknown, wrong: (sentence: string) => Error): TypedRequest {
  const [, method = 'GET', path] = /^\s*(?:([A-Za-z-]+)\s+)?(\/\S*|\*)\s*$/.exec(text) ?? []
  if (path === undefined) throw wrong(`'${text}' is not a request. Write a method and a path, such as 'GET /books/7'.`)
  return { method, path, headers: typeof header === 'string' ? readFields(header, wrong) : {} }
}

function readFields(text: string, wrong: (sentence: string) => Error): Record<string, string> {
  const fields = text.split(';').map((field) => {
    const [, name, value = ''] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(field) ?? []
    if (name === undefined) throw wrong(`'${field.trim()}' is not a field. Write '<name>: <value>'.`)
    return [name.toLowerCase(), value]
  })
  return Object.fromEntries(fields)
}
