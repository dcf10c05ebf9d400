/**
 * Keeps members whose values have the types of OpenAPI, so that the generated module compiles. Other members, such as `description: null`, are only
 * in the untyped constant `documentPatch`.
 */
import { isPlainObject } from '@espalier/command-kit'
import { present } from './node.ts'

type Shape = (value: unknown) => unknown

const text: Shape = (value) => (typeof value === 'string' ? value : undefined)
const flag: Shape = (value) => (typeof value === 'boolean' ? value : undefined)
const anything: Shape = (value) => value ?? undefined

const list =
  (item: Shape): Shape =>
  (value) =>
    Array.isArray(value) ? value.map(item).filter((one) => one !== undefined) : undefined

const record =
  (entry: Shape): Shape =>
  (value) =>
    isPlainObject(value)
      ? Object.fromEntries(present(Object.entries(value).map(([name, one]) => [name, entry(one)])))
      : undefined

function object(members: Readonly<Record<string, Shape>>, ...needed: readonly string[]): Shape {
  return (value) => {
    if (!isPlainObject(value)) return undefined
    const fitting = Object.entries(value).map(([name, one]) => {
      const shape = Object.hasOwn(members, name) ? members[name] : undefined
      return [name, shape === undefined && name.startsWith('x-') ? one : shape?.(one)] as const
    })
    const found = Object.fromEntries(present(fitting))
    return needed.every((name) => Object.hasOwn(found, name)) ? found : undefined
  }
}

const docs = object({ url: text, description: text }, 'url')
const servers = list(object({ url: text, description: text, variables: record(record(anything)), name: text }, 'url'))

export const operationShapes: Readonly<Record<string, Shape>> = {
  operationId: text,
  tags: list(text),
  summary: text,
  description: text,
  deprecated: flag,
  externalDocs: docs,
  security: list(record(list(text))),
  servers,
  callbacks: record(anything)
}

export const documentShapes: Readonly<Record<string, Shape>> = {
  info: object(
    {
      ...{ title: text, version: text, summary: text, description: text, termsOfService: text },
      contact: object({ name: text, url: text, email: text }),
      license: object({ name: text, identifier: text, url: text }, 'name')
    },
    'title',
    'version'
  ),
  servers,
  tags: list(
    object({ name: text, summary: text, description: text, externalDocs: docs, parent: text, kind: text }, 'name')
  ),
  externalDocs: docs
}
