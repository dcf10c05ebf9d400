type Responses = Readonly<Record<string, unknown>>

/** Returns the key of a response schema that applies to a status: the status itself, else its class such as `4xx`, else `default`. */
export function keyOf(responses: Responses, status: number): string | undefined {
  const names = [String(status), `${Math.floor(status / 100)}xx`, 'default']
  return names.flatMap((name) => Object.keys(responses).filter((key) => key.toLowerCase() === name))[0]
}

/** Returns `undefined` if the body is not JSON, or the response has no schema. */
export function schemaOf(responses: Responses, key: string, contentType: unknown): object | undefined {
  const [essence = ''] = String(contentType ?? '').split(';')
  if (!/[/+]json\s*$/i.test(essence)) return undefined
  const entry = responses[key]
  if (typeof entry !== 'object' || entry === null) return undefined
  if (!('content' in entry)) return entry
  const content: Responses = Object(entry.content)
  const ofType = Object(content[essence.trim()] ?? content['*/*']).schema
  return typeof ofType === 'object' && ofType !== null ? ofType : undefined
}
