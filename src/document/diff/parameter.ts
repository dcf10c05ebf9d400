/** The parameters of an operation, in its path, query, header and cookies. */
import { areEqual, type JsonObject, objectIn } from '../json.ts'
import { keyOf, type Operation } from '../operation.ts'
import { compareMedia } from './body.ts'
import { breaks, type Finding, listed, warns } from './finding.ts'
import { compareSchemas } from './schema.ts'
import { createSpot, type Side, type Sides } from './side.ts'

export function compareParameters(before: Operation, after: Operation, sides: Sides): Finding[] {
  const names = renamed(before.path, after.path)
  const was = parametersOf(before, sides.before, names)
  const is = parametersOf(after, sides.after, new Map())
  const added = [...is].filter(([key]) => !was.has(key)).flatMap(([, parameter]) => compareAdded(parameter))
  const others = [...was].flatMap(([key, parameter]) => {
    const now = is.get(key)
    return now === undefined ? compareRemoved(parameter) : compareParameter(parameter, now, sides)
  })
  return [...added, ...others]
}

/** The names that parameters of the old path have in the new one: no request has them. */
function renamed(before: string, after: string): Map<string, string> {
  const [was, is] = [before, after].map((path) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name))
  return new Map(was?.map((name, at) => [name, is?.[at] ?? name]))
}

function parametersOf(operation: Operation, { resolve }: Side, names: ReadonlyMap<string, string>) {
  return new Map(
    operation.parameters.map((given) => {
      const parameter = objectIn(resolve(given))
      const name = String(parameter.name)
      return [parameter.in === 'path' ? `path ${names.get(name) ?? name}` : keyOf(given, resolve), parameter]
    })
  )
}

const nameOf = ({ name, in: place }: JsonObject) => `the ${String(place)} parameter '${String(name)}'`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function compareAdded(parameter: JsonObject): Finding[] {
  return parameter.required === true ? [breaks(`${capital(nameOf(parameter))} is required now.`)] : []
}

function compareRemoved(parameter: JsonObject): Finding[] {
  return parameter.in === 'path' ? [] : [warns(`${capital(nameOf(parameter))} is read no more.`)]
}

function compareParameter(before: JsonObject, after: JsonObject, sides: Sides): Finding[] {
  const holder = nameOf(before)
  const required =
    after.required === true && before.required !== true ? [breaks(`${capital(holder)} is required now.`)] : []
  if (before.schema === undefined || after.schema === undefined)
    return [...required, ...compareMedia(before, after, holder, sides)]
  const spot = createSpot(sides, 'request', holder, true)
  const defaults = compareDefaults(sides.before.flatten(before.schema), sides.after.flatten(after.schema), holder)
  return [...required, ...defaults, ...compareSchemas(before.schema, after.schema, spot)]
}

/** Who leaves a parameter out gets what its default gives. */
function compareDefaults({ default: was }: JsonObject, { default: is }: JsonObject, holder: string): Finding[] {
  if (areEqual(was, is)) return []
  const said = (value: unknown) => (value === undefined ? 'none' : listed([value]))
  return [breaks(`${capital(holder)} is ${said(is)} where it is left out, and was ${said(was)}.`)]
}
