/** Two documents: which operations are gone, and what changed in those that are still there. */
import { type JsonObject, objectIn } from '../json.ts'
import { type Operation, operationsOf } from '../operation.ts'
import { compareAnswers } from './answer.ts'
import { compareBodies } from './body.ts'
import { breaks, type Finding, warns } from './finding.ts'
import { compareParameters } from './parameter.ts'
import { compareSecurity } from './security.ts'
import { createSide, type Sides } from './side.ts'

/** What was found in one operation. */
export interface Changed {
  /** `GET /books/{id}` */
  readonly operation: string
  readonly findings: readonly Finding[]
}

/** Says what the second document changes for clients of the first, operation by operation. */
export function compareDocuments(before: JsonObject, after: JsonObject): Changed[] {
  const sides: Sides = { before: createSide(before), after: createSide(after) }
  const now = operationsOf(after, sides.after.resolve)
  const found = operationsOf(before, sides.before.resolve).map((operation) => {
    const { method, path } = operation
    const same = now.find((each) => each.method === method && shapeOf(each.path) === shapeOf(path))
    return { operation: `${method} ${path}`, findings: compareOperations(operation, same, sides) }
  })
  return [...found, ...compareWebhooks(before, after)].filter(({ findings }) => findings.length > 0)
}

/** A path without the names of its parameters, which no request has. */
const shapeOf = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(?<=.)\/$/, '')

function compareOperations(before: Operation, after: Operation | undefined, sides: Sides): Finding[] {
  if (after === undefined)
    return [breaks(before.said.deprecated === true ? 'It was deprecated, and is gone.' : 'It is gone.')]
  return [
    ...compareNames(before, after),
    ...compareSecurity(before, after, sides),
    ...compareParameters(before, after, sides),
    ...compareBodies(before.said.requestBody, after.said.requestBody, sides),
    ...compareAnswers(before.said.responses, after.said.responses, sides)
  ]
}

/** Generated clients call their functions by the operationId. */
function compareNames(before: Operation, after: Operation): Finding[] {
  const [was, is] = [before.said.operationId, after.said.operationId]
  if (was === undefined || was === is) return []
  const now = is === undefined ? 'and has none now' : `and is '${String(is)}' now`
  return [warns(`Its operationId was '${String(was)}' ${now}: clients that are generated rename their function.`)]
}

function compareWebhooks(before: JsonObject, after: JsonObject): Changed[] {
  const now = objectIn(after.webhooks)
  return Object.keys(objectIn(before.webhooks))
    .filter((name) => !(name in now))
    .map((name) => ({ operation: `webhook ${name}`, findings: [breaks('It is gone.')] }))
}
