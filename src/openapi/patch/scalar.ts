/** The texts, flags and names of OpenAPI. */
import { hasFormat } from '../../schema/ajv.ts'
import type { Member } from './kind.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

const scalars: Readonly<Record<string, readonly [is: (value: unknown) => boolean, wanted: string]>> = {
  text: [isText, 'a string'],
  name: [isText, 'a string'],
  word: [isText, 'a string'],
  flag: [(value) => typeof value === 'boolean', 'true or false'],
  address: [(value) => isText(value) && hasFormat('uri-reference', value), 'a URI'],
  email: [(value) => isText(value) && hasFormat('email', value), 'an email address']
}

/** Tells members that are no parts of their own. */
export const isScalar = ({ kind }: Member): boolean => Object.hasOwn(scalars, kind)

/** Tells what a value has to be in the place of a scalar; `undefined` for one that it may be. */
export function wantedOf({ kind, among }: Member, value: unknown): string | undefined {
  if (among !== undefined) return among.some((one) => one === value) ? undefined : `one of ${among.join(', ')}`
  const [is, wanted] = scalars[kind] ?? []
  return is?.(value) === false ? wanted : undefined
}
