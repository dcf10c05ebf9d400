import { type JsonObject, objectIn, textIn } from '../json.ts'
import type { Operation } from '../operation.ts'
import { componentNamed } from '../reference.ts'
import { bodyNode, responseNode } from './content-node.ts'
import { operationShapes } from './fitting.ts'
import { camelCase } from './name.ts'
import { type EndpointNode, type Node, plain, plainMembers, present, recordNode } from './node.ts'
import { parameterNode } from './parameter-node.ts'
import { toPath } from './path.ts'
import type { Reading } from './reading.ts'

/** OpenAPI 3.0 ignores request bodies of these methods, and 3.1 gives them no meaning. */
const bodyless = new Set(['GET', 'HEAD', 'TRACE'])

/** OpenAPI ignores parameters for these header fields, because other objects of a document describe them (3.1 §4.8.12.2). */
const isReserved = ({ in: place, name }: JsonObject) =>
  place === 'header' && /^(?:accept|content-type|authorization)$/i.test(String(name))

export function endpointNode(operation: Operation, reading: Reading): EndpointNode {
  const { method, value: own } = operation
  const { path, nameOf } = toPath(operation.path)
  const members = Object.entries(operationShapes).map(([name, shape]) => [name, shape(own[name])] as const)
  const inPath = parametersIn('path', operation, reading).map(([name, node]) => [nameOf(name), node] as const)
  return {
    name: reading.nameEndpoint(wantedName(operation)),
    method,
    path,
    jsonPath: ['paths', operation.path, method.toLowerCase()],
    parts: [
      ...present(members).map(([name, value]) => [name, plain(value)] as const),
      ...plainMembers(own, (name) => name.startsWith('x-')),
      ...present([
        ['params', record(inPath)],
        ['querystring', record(parametersIn('query', operation, reading))],
        ['headers', record(parametersIn('header', operation, reading))],
        ['cookies', record(parametersIn('cookie', operation, reading))],
        ['body', bodyless.has(method) ? undefined : bodyNode(own.requestBody, reading)],
        ['response', record(responsesOf(own, reading))]
      ])
    ]
  }
}

const record = (entries: readonly (readonly [string, Node])[]) =>
  entries.length === 0 ? undefined : recordNode(entries)

function wantedName({ method, path, value: own }: Operation): string {
  const id = textIn(own.operationId)
  if (id !== undefined && /[A-Za-z]/.test(id)) return camelCase(id)
  const words = path.replaceAll(/\{([^}]*)\}/g, ' by $1 ')
  return camelCase(`${method.toLowerCase()} ${words}`)
}

function parametersIn(place: string, { parameters }: Operation, reading: Reading): (readonly [string, Node])[] {
  return parameters.flatMap((given) => {
    const parameter = objectIn(reading.resolve(given))
    if (parameter.in !== place || isReserved(parameter)) return []
    const make = () => parameterNode(parameter)
    const shared = componentNamed(given, 'parameters')
    return [
      [String(parameter.name), shared === undefined ? make() : reading.share('parameters', shared, make)] as const
    ]
  })
}

/** Returns the responses, without those of 1xx, because handlers send no interim responses. */
function responsesOf({ responses }: JsonObject, reading: Reading): (readonly [string, Node])[] {
  return Object.entries(objectIn(responses)).flatMap(([status, given]) =>
    /^(?:[2-5](?:\d\d|XX)|default)$/i.test(status)
      ? [[status.toLowerCase(), responseNode(given, status, reading)] as const]
      : []
  )
}
