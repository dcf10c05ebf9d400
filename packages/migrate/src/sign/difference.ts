/**
 * Finds code that behaves differently in espalier. Only some differences are visible in the source. Others appear as errors at boot or in the log.
 */
import {
  argumentsOf,
  isCall,
  isFunction,
  isMember,
  isNode,
  type Node,
  nameOf,
  nodePaths,
  propertiesOf,
  textOf
} from '../node.ts'
import { type Rule, row } from './sign.ts'

const verbs = new Set(['get', 'post', 'put', 'patch', 'delete', 'options', 'head', 'all', 'route'])

/** Finds an error handler that sets no status: `(error, request, reply) => reply.send(…)`. See row 6 of docs/coming-from-fastify.md. */
const errorHandler: Rule = ({ node }) => {
  if (!isCall(node) || !isMemberCall(node, (name) => name === 'setErrorHandler')) return
  const handler = argumentsOf(node)[0]
  if (!isFunction(handler) || !Array.isArray(handler.params)) return
  const reply = nameOf(handler.params[2])
  if (reply === undefined || !sendsWithoutStatus(handler, reply)) return
  return `This error handler sets no status, as far as can be seen. Fastify answers 200, espalier the status of the error or 500. Write ${reply}.code(…) before ${reply}.send(…) to say which (${row(6)}).`
}

/** Whether a handler sends without setting a status. Any other use of the reply may set the status, so it counts as setting it. */
function sendsWithoutStatus(handler: Node, reply: string): boolean {
  let sends = false
  for (const { node, part, above } of nodePaths(handler)) {
    if (isMember(node)) {
      const name = nameOf(node) ?? ''
      if (statusMembers.has(name)) return false
      sends ||= name === 'send'
    }
    if (node.type !== 'Identifier' || node.name !== reply || part === 'params') continue
    const member = above?.node
    if (member === undefined || !isMember(member) || part !== 'object' || !otherMembers.has(nameOf(member) ?? ''))
      return false
  }
  return sends
}

/** These members set the status on any object. In `reply.header('a', 'b').code(500)` the object is the result of a call. */
const statusMembers = new Set(['code', 'status', 'statusCode'])
const otherMembers = new Set(['send', 'header', 'headers', 'type', 'log', 'sent', 'request', 'getHeader'])

/** Finds a handler that calls `reply.code(201)` although the response schema has only 200. See row 21 of docs/coming-from-fastify.md. */
const undeclaredStatus: Rule = ({ node }) => {
  if (!isCall(node) || !isMemberCall(node, (name) => verbs.has(name))) return
  const given = argumentsOf(node)
  const options = propertiesOf(given.find((each) => isNode(each) && each.type === 'ObjectExpression'))
  const declared = successesOf(propertiesOf(options.get('schema')).get('response'))
  if (declared === undefined) return
  const handler = options.get('handler') ?? given.find(isFunction)
  const sent = isFunction(handler) ? [...statusesOf(handler)].filter((status) => !declared.has(String(status))) : []
  if (sent.length === 0) return
  return `The response map of this route declares ${[...declared].join(', ')}, and its handler answers ${sent.join(', ')}: an answer with content is 500 here. Declare that status, or set strictResponses: false (${row(21)}).`
}

/** Returns `undefined` if the schema declares every success (`2xx`), or if some of its keys are unknown because they are not literals. */
function successesOf(response: Node | undefined): ReadonlySet<string> | undefined {
  if (response?.type !== 'ObjectExpression' || !Array.isArray(response.properties)) return
  const map = propertiesOf(response)
  if (map.size < response.properties.length) return
  const keys = [...map.keys()]
  if (keys.some((key) => /^2xx$/i.test(key) || key === 'default')) return
  const successes = keys.filter((key) => /^2\d\d$/.test(key))
  return successes.length === 0 ? undefined : new Set(successes)
}

/** Yields the statuses that a handler sets by `reply.code`. 204 and 205 are omitted: they have no content, so they need no schema. */
function* statusesOf(handler: Node): Generator<number> {
  for (const { node } of nodePaths(handler)) {
    if (!isCall(node) || !isMemberCall(node, (name) => name === 'code' || name === 'status')) continue
    const [status] = argumentsOf(node)
    if (!isNode(status) || status.type !== 'NumericLiteral') continue
    const number = Number(status.value)
    if (number >= 200 && number < 300 && number !== 204 && number !== 205) yield number
  }
}

function isMemberCall({ callee }: Node, matchesName: (name: string) => boolean): boolean {
  return isNode(callee) && isMember(callee) && matchesName(nameOf(callee) ?? '')
}

/** This instrumentation patches the module named `fastify`, so it has no effect on espalier. */
const instrumentation: Rule = ({ node, part }) => {
  const name = part === 'source' || part === 'arguments' ? textOf(node) : undefined
  if (name !== '@opentelemetry/instrumentation-fastify') return
  return `'${name}' finds the module by the name fastify, so it sees nothing of espalier. Use @fastify/otel.`
}

export const differenceRules: readonly Rule[] = [errorHandler, undeclaredStatus, instrumentation]
