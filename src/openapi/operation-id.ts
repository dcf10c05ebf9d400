/**
 * Names operations: by `operationId`, otherwise by the name of the endpoint, otherwise by method and path. If two names are equal, the path is
 * appended to both, so that the order of routes does not matter.
 */
import { FreeNames } from '../base/free-name.ts'
import { getOrCreate } from '../base/get-or-create.ts'
import { type PathTemplate, writeTemplate } from './path.ts'

export interface Nameable {
  readonly method: string
  readonly template: PathTemplate
  readonly operationId: string | undefined
  readonly endpointName: string | undefined
}

const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Example: `/orgs/{org}/tickets` becomes `OrgsByOrgTickets`. */
function pathWords(template: PathTemplate): string {
  const words = writeTemplate(template)
    .replace(/%[\dA-F]{2}/g, ' ')
    .replace(/\{(.*?)\}/g, ' by $1 ')
    .split(/[^A-Za-z0-9]+/)
  return words.map(upperFirst).join('') || 'Root'
}

function namesFor({ method, template, operationId, endpointName }: Nameable): string[] {
  const path = pathWords(template)
  const verb = method.toLowerCase()
  const name = operationId ?? endpointName
  const derived = `${verb.replace(/[^a-z0-9]/g, '')}${path}`
  return name === undefined ? [derived] : [name, `${name}${path}`, `${name}${upperFirst(derived)}`]
}

export function nameOperations(operations: readonly Nameable[]): string[] {
  const choices = operations.map(namesFor)
  const levels = choices.map(() => 0)
  const nameAt = (index: number) => choices[index]?.[levels[index] ?? 0] ?? ''
  for (let again = true; again; ) {
    again = false
    for (const group of groupsOf(choices.map((_, index) => nameAt(index)))) {
      const own = group.filter((index) => operations[index]?.operationId !== undefined && levels[index] === 0)
      const moving = own.length === 1 ? group.filter((index) => index !== own[0]) : group
      for (const index of moving) {
        const level = levels[index] ?? 0
        if (level + 1 >= (choices[index]?.length ?? 0)) continue
        levels[index] = level + 1
        again = true
      }
    }
  }
  const names = choices.map((_, index) => nameAt(index))
  return numbered(names, (index) => operations[index]?.operationId === names[index])
}

function groupsOf(names: readonly string[]): number[][] {
  const places = new Map<string, number[]>()
  for (const [index, name] of names.entries()) getOrCreate(places, name, () => [] as number[]).push(index)
  return [...places.values()].filter(({ length }) => length > 1)
}

/** Appends numbers to equal names, except to those that the application chose. */
export function numbered(names: readonly string[], isChosen: (index: number) => boolean = () => false): string[] {
  const free = new FreeNames()
  const unique: string[] = []
  for (const index of [...names.keys()].sort((a, b) => Number(isChosen(b)) - Number(isChosen(a))))
    unique[index] = free.take(names[index] ?? '')
  return unique
}
