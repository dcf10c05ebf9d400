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

export const isScalar = ({ kind }: Member): boolean => Object.hasOwn(scalars, kind)

/** Returns `undefined` if the value is valid for the member, and otherwise a description of valid values, such as `a text`. */
export function wantedOf({ kind, among }: Member, value: unknown): string | undefined {
  if (among !== undefined) return among.some((one) => one === value) ? undefined : `one of ${among.join(', ')}`
  const [is, wanted] = scalars[kind] ?? []
  return is?.(value) === false ? wanted : undefined
}
