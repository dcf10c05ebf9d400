/** The entries of a response map, by status and media type. */

type Responses = Readonly<Record<string, unknown>>

/** Returns the key of the map that applies to a status: its own, its class, or `default`. */
export function keyOf(responses: Responses, status: number): string | undefined {
  const names = [String(status), `${Math.floor(status / 100)}xx`, 'default']
  return names.flatMap((name) => Object.keys(responses).filter((key) => key.toLowerCase() === name))[0]
}

/** Returns the declared schema of a JSON body; `undefined` for another type, or without a schema. */
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
