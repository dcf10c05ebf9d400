/**
 * Names operations: by a route's own `operationId`, else by the name of its endpoint in its group, else by method and path. The path is appended to
 * ambiguous names, so that the order of routes does not affect the result.
 */
import { FreeNames } from '../base/free-name.ts'
import { getOrCreate } from '../base/get-or-create.ts'
import { type PathTemplate, writeTemplate } from './path.ts'

export interface Nameable {
  readonly method: string
  readonly template: PathTemplate
  /** The `operationId` in the schema of the route. */
  readonly operationId: string | undefined
  /** The name of the endpoint in its group. */
  readonly endpointName: string | undefined
}

const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Turns a path into words: `/orgs/{org}/tickets` becomes `OrgsByOrgTickets`. */
function pathWords(template: PathTemplate): string {
  const words = writeTemplate(template)
    .replace(/%[\dA-F]{2}/g, ' ')
    .replace(/\{(.*?)\}/g, ' by $1 ')
    .split(/[^A-Za-z0-9]+/)
  return words.map(upperFirst).join('') || 'Root'
}

/** The candidate names of an operation. The operation gets the first candidate that is free. */
function namesFor({ method, template, operationId, endpointName }: Nameable): string[] {
  const path = pathWords(template)
  const verb = method.toLowerCase()
  const name = operationId ?? endpointName
  const derived = `${verb.replace(/[^a-z0-9]/g, '')}${path}`
  return name === undefined ? [derived] : [name, `${name}${path}`, `${name}${upperFirst(derived)}`]
}

/** Names operations, which are given in sorted order. Returns the names in the same order. */
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

/** The indices of names that occur more than once. */
function groupsOf(names: readonly string[]): number[][] {
  const places = new Map<string, number[]>()
  for (const [index, name] of names.entries()) getOrCreate(places, name, () => [] as number[]).push(index)
  return [...places.values()].filter(({ length }) => length > 1)
}

/** Appends a number to each name that is taken. Names that the application chose are not changed. */
export function numbered(names: readonly string[], isChosen: (index: number) => boolean = () => false): string[] {
  const free = new FreeNames()
  const unique: string[] = []
  for (const index of [...names.keys()].sort((a, b) => Number(isChosen(b)) - Number(isChosen(a))))
    unique[index] = free.take(names[index] ?? '')
  return unique
}
