/** The answers of an operation, by status. */
import { type JsonObject, objectIn } from '../json.ts'
import { compareContents, contentOf } from './body.ts'
import { breaks, type Finding, warns } from './finding.ts'
import { compareSchemas } from './schema.ts'
import { createSpot, type Sides } from './side.ts'

export function compareAnswers(given: unknown, now: unknown, sides: Sides): Finding[] {
  const was = objectIn(given)
  const is = objectIn(now)
  return Object.keys(was)
    .filter((status) => !status.startsWith('x-'))
    .flatMap((status) => {
      const found = entryFor(status, is)
      if (found === undefined) return isSuccess(status) ? [breaks(`There is no answer ${status} any more.`)] : []
      const before = objectIn(sides.before.resolve(was[status]))
      return compareAnswer(before, objectIn(sides.after.resolve(is[found])), `the answer ${status}`, sides)
    })
}

const isSuccess = (status: string) => /^[23]/.test(status)

/** The entry that speaks for a status: its own, that of its class, or the default. */
function entryFor(status: string, answers: JsonObject): string | undefined {
  const asClass = `${status.charAt(0)}XX`
  return [status, asClass, asClass.toLowerCase(), ...(isSuccess(status) ? [] : ['default'])].find(
    (key) => key in answers
  )
}

function compareAnswer(before: JsonObject, after: JsonObject, holder: string, sides: Sides): Finding[] {
  return [
    ...compareHeaders(before, after, holder, sides),
    ...compareContents(contentOf(before), contentOf(after), { holder, direction: 'answer', sides })
  ]
}

function compareHeaders(before: JsonObject, after: JsonObject, answer: string, sides: Sides): Finding[] {
  const is = lowerCased(after.headers)
  return Object.entries(objectIn(before.headers)).flatMap(([name, given]) => {
    const was = objectIn(sides.before.resolve(given))
    const found = is.get(name.toLowerCase())
    const subject = `The header '${name}' of ${answer}`
    if (found === undefined)
      return [was.required === true ? breaks(`${subject} is gone.`) : warns(`${subject}, which was optional, is gone.`)]
    const now = objectIn(sides.after.resolve(found))
    const isOptional = was.required === true && now.required !== true
    const spot = createSpot(sides, 'answer', `the header '${name}' of ${answer}`)
    return [
      ...(isOptional ? [breaks(`${subject} may be missing now.`)] : []),
      ...compareSchemas(was.schema, now.schema, spot)
    ]
  })
}

const lowerCased = (headers: unknown) =>
  new Map(Object.entries(objectIn(headers)).map(([name, header]) => [name.toLowerCase(), header]))
