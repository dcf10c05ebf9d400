/** Checks members of OpenAPI that are texts, URLs, booleans or names. */
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { Member } from './kind.ts'

function hasFormat(name: 'uri-reference' | 'email', text: string): boolean {
  const format = fullFormats[name]
  return format instanceof RegExp && format.test(text)
}

const isText = (value: unknown): value is string => typeof value === 'string'

const scalars: Readonly<Record<string, readonly [is: (value: unknown) => boolean, wanted: string]>> = {
  text: [isText, 'a string'],
  name: [isText, 'a string'],
  word: [isText, 'a string'],
  flag: [(value) => typeof value === 'boolean', 'true or false'],
  address: [(value) => isText(value) && hasFormat('uri-reference', value), 'a URI'],
  email: [(value) => isText(value) && hasFormat('email', value), 'an email address']
}

/** Whether a member is a text, a URL, a boolean or a name, and not a part. */
export const isScalar = ({ kind }: Member): boolean => Object.hasOwn(scalars, kind)

/** Describes the value that a member must have, such as `a text`. `undefined` if its value is valid. */
export function wantedOf({ kind, among }: Member, value: unknown): string | undefined {
  if (among !== undefined) return among.some((one) => one === value) ? undefined : `one of ${among.join(', ')}`
  const [is, wanted] = scalars[kind] ?? []
  return is?.(value) === false ? wanted : undefined
}
