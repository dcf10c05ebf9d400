/** Checks that the objects of an OpenAPI document have all required members (3.1 §4.8). */
import { isExtension, type Kind, type Naming, queryStyles } from './kind.ts'

type Part = ReadonlyMap<string, unknown>

/** The required members of each kind of object. `schema|content` means that one of the two is required. */
export const requiredMembers: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  document: ['openapi', 'info', 'paths'],
  info: ['title', 'version'],
  license: ['name'],
  parameter: ['name', 'in', 'schema|content'],
  header: ['schema|content'],
  requestBody: ['content'],
  response: ['description'],
  link: ['operationId|operationRef'],
  tag: ['name'],
  server: ['url'],
  variable: ['default'],
  docs: ['url'],
  scheme: ['type'],
  apiKey: ['type', 'name', 'in'],
  http: ['type', 'scheme'],
  mutualTLS: ['type'],
  oauth2: ['type', 'flows'],
  openIdConnect: ['type', 'openIdConnectUrl'],
  implicit: ['authorizationUrl', 'scopes'],
  tokenFlow: ['tokenUrl', 'scopes'],
  authorizationCode: ['authorizationUrl', 'tokenUrl', 'scopes'],
  deviceAuthorization: ['deviceAuthorizationUrl', 'tokenUrl', 'scopes']
}

const styles: Readonly<Record<string, readonly string[]>> = {
  query: queryStyles.split(' '),
  path: ['matrix', 'label', 'simple'],
  header: ['simple'],
  cookie: ['form']
}

const token = /^[!#$%&'*+.^`|~\w-]+$/
const has = (part: Part, name: string) => part.get(name) !== undefined
const textOf = (part: Part, name: string) => String(part.get(name))
const sizeOf = (value: unknown) => Object.keys(Object(value)).length

function faultOfContent(part: Part): string | undefined {
  const size = sizeOf(part.get('content'))
  return has(part, 'content') && size !== 1 ? `its content has ${size} media types, and must have one` : undefined
}

function faultOfParameter(part: Part, isLater: boolean): string | undefined {
  const place = textOf(part, 'in')
  if (place === 'path' && part.get('required') !== true) return "a parameter of the path needs 'required: true'"
  if (place === 'path' && !/^[^{}]+$/.test(textOf(part, 'name'))) return 'its name is empty or has a brace'
  if (isLater && place === 'header' && !token.test(textOf(part, 'name'))) return 'no header can have its name'
  if (place === 'querystring' && !isLater) return "a parameter in 'querystring' needs version 3.2"
  if (place === 'querystring' && !has(part, 'content')) return "a parameter in 'querystring' needs 'content'"
  return faultOfContent(part) ?? faultOfForm(part, place, isLater)
}

function faultOfForm(part: Part, place: string, isLater: boolean): string | undefined {
  if (place !== 'query' && has(part, 'allowEmptyValue')) return "only a parameter of the query has 'allowEmptyValue'"
  const known = place === 'cookie' && isLater ? ['form', 'cookie'] : styles[place]
  if (has(part, 'style') && !known?.includes(textOf(part, 'style')))
    return `the style of a parameter in '${place}' is ${known?.join(' or ')}`
  const isReserved = place === 'query' || (isLater && place !== 'header' && part.get('style') !== 'cookie')
  return has(part, 'allowReserved') && !isReserved ? "only a parameter of the query has 'allowReserved'" : undefined
}

const rules: Readonly<Partial<Record<Kind, (part: Part, isLater: boolean) => string | undefined>>> = {
  parameter: faultOfParameter,
  header: faultOfContent,
  flows: (part) => ([...part.keys()].every(isExtension) ? 'it has no flow' : undefined),
  variable: (part) => (has(part, 'enum') && sizeOf(part.get('enum')) === 0 ? "its 'enum' is empty" : undefined),
  http: (part) =>
    has(part, 'bearerFormat') && !/^bearer$/i.test(textOf(part, 'scheme'))
      ? "only the scheme 'bearer' has 'bearerFormat'"
      : undefined
}

/**
 * Returns `undefined` if the object is complete, and otherwise a reason such as `it has no schema or content`.
 *
 * @param isLater whether the document has OpenAPI version 3.2
 */
export function faultOfPart(kind: Kind, part: Part, isLater: boolean): string | undefined {
  const missed = requiredMembers[kind]?.find((names) => !names.split('|').some((name) => has(part, name)))
  return missed === undefined ? rules[kind]?.(part, isLater) : `it has no ${missed.replace('|', ' or ')}`
}

const namings: Readonly<Record<Naming, readonly [pattern: RegExp, why: string]>> = {
  component: [/^[\w.-]+$/, "the name of a component has letters, digits, '.', '-' and '_' alone"],
  path: [/^\//, "a path begins with '/'"],
  status: [/^(?:[1-5](?:\d\d|XX)|default)$/, "a response is named by its status, such as 200 or 4XX, or by 'default'"],
  token: [token, 'no header can have its name']
}

/** Returns `undefined` if the name is allowed, and otherwise a reason such as `a path begins with '/'`. */
export function faultOfName(naming: Naming, name: string, isLater: boolean): string | undefined {
  const [pattern, why] = namings[naming]
  if (naming === 'token' && !isLater) return undefined
  return pattern.test(name) ? undefined : why
}
