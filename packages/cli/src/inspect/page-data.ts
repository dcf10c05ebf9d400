/** The data for the page of `espalier inspect`. Each context and step is stored once in a list, and routes refer to them by index. */
import type { ExplainedApp, ExplainedRoute, ExplainedStep, SourcePlace } from 'espalier'
import { readingOf, rowsOfLimits } from '../explain/bounds-text.ts'
import { placeOf, type Row } from '../explain/columns.ts'
import { diffOf, type RouteDiff, titleOf } from '../routes/diff.ts'

export interface PageData {
  readonly title: string
  readonly contexts: readonly PageContext[]
  readonly steps: readonly PageStep[]
  readonly routes: readonly PageRoute[]
  /** The different sets of limits. Routes refer to a set by index, because most routes have the same limits. */
  readonly bounds: readonly PageBounds[]
  readonly diff: PageDiff | null
}

interface PageContext {
  readonly name: string
  readonly prefix: string
  readonly place: string
  readonly parent: number | null
  /** The names of decorators and schemas, such as `request.user`. */
  readonly members: readonly string[]
}

interface PageStep {
  readonly stage: string
  readonly kind: string
  readonly name: string
  /** The index of the context that declares the step. If the step is an option of a route, the index of the route's context. */
  readonly node: number
  readonly place: string
  readonly when: string
  readonly adds: string
  readonly answers: string
  /** Whether the context declares the step for all its routes. Otherwise the step is an option of one route. */
  readonly isOfContext: boolean
}

interface PageBounds {
  /** For each limit: its name, its value, the option that sets it, and the response to requests beyond it. */
  readonly rows: readonly Row[]
  readonly reading: string
}

interface PageRoute {
  readonly methods: readonly string[]
  readonly url: string
  readonly conditions: string
  readonly node: number
  readonly place: string
  readonly security: readonly string[]
  readonly isGuarded: boolean
  readonly steps: readonly number[]
  readonly bounds: number
  /** Whether the route does not exist in the earlier version of the application (`--diff`). */
  readonly isNew: boolean
}

type PageDiff = Pick<RouteDiff, 'changes'> & { readonly removed: readonly string[] }

/** @param before the routes of an earlier version of the application (`--diff`) */
export function pageDataOf(app: ExplainedApp, title: string, before: readonly ExplainedRoute[] | undefined): PageData {
  const diff = before === undefined ? null : diffOf(before, app.routes)
  const added = new Set(diff?.added.map(titleOf))
  const steps = new Distinct<PageStep>()
  const bounds = new Distinct<PageBounds>()
  return {
    title,
    contexts: app.contexts.map(({ name, prefix, place, parent, ...members }) => {
      return { name, prefix, place: placeOf(place), parent, members: membersOf(members) }
    }),
    routes: app.routes.map((route) => ({
      methods: route.methods,
      url: route.url,
      conditions: Object.entries(route.constraints)
        .map((condition) => condition.join(' '))
        .join(', '),
      node: route.node,
      place: placeOf(route.place),
      security: route.security,
      isGuarded: route.security.length > 0 || route.steps.some(({ kind }) => kind === 'guard'),
      steps: route.steps.map((step) => indexOfStep(steps, step, route, app)),
      bounds: bounds.indexOf({ rows: rowsOfLimits(route.limits), reading: readingOf(route.exchange) }),
      isNew: route.methods.some((method) => added.has(titleOf({ ...route, methods: [method] })))
    })),
    steps: steps.parts,
    bounds: bounds.parts,
    diff: diff && { changes: diff.changes, removed: diff.removed.map(titleOf) }
  }
}

class Distinct<Part> {
  readonly parts: Part[] = []
  readonly #indexes = new Map<string, number>()

  /**
   * Returns the index of a part in the list, and adds the part if the list has no equal part.
   * @param same the value by which parts are compared. Default: the part itself
   */
  indexOf(part: Part, same: unknown = part): number {
    const key = JSON.stringify(same)
    const index = this.#indexes.get(key) ?? this.parts.push(part) - 1
    this.#indexes.set(key, index)
    return index
  }
}

type Members = Pick<ExplainedApp['contexts'][number], 'app' | 'request' | 'reply' | 'schemas'>

/** Lists the decorators and schemas of a context. Members whose names are symbols are omitted, because they are internal to plugins. */
const membersOf = ({ app, request, reply, schemas }: Members): string[] =>
  [
    ...app.map((name) => `app.${name}`),
    ...request.map((name) => `request.${name}`),
    ...reply.map((name) => `reply.${name}`),
    ...schemas.map((id) => `schema ${id}`)
  ].filter((name) => !/^\w+\.Symbol\(/.test(name))

const isSamePlace = (one: SourcePlace | null, other: SourcePlace | null): boolean =>
  one !== null && other !== null && one.file === other.file && one.line === other.line

/** Adds a step to the list if it is missing, and returns its index. All routes of a context share the entries of the steps that the context declares. */
function indexOfStep(
  steps: Distinct<PageStep>,
  step: ExplainedStep,
  route: ExplainedRoute,
  { contexts }: ExplainedApp
): number {
  const { stage, kind, name, when, adds, answers } = step
  const isOfContext = !(ofRoutes.has(kind) || isSamePlace(step.place, route.place))
  const node = contextOf(contexts, step.context, route.node)
  const shared = { stage, kind, name, node, place: placeOf(step.place), when: when ?? '', isOfContext }
  const lists = {
    adds: typeof adds === 'string' ? (adds === 'unknown' ? '' : adds) : adds.join(', '),
    answers: answers === 'unknown' ? '' : answers.join(', ')
  }
  return steps.indexOf({ ...shared, ...lists }, isOfContext ? [shared] : [shared, route.node, route.place])
}

/** Returns the index of the nearest context with this name, from the route's context up to the root. */
function contextOf(contexts: ExplainedApp['contexts'], name: string, from: number): number {
  let at: number | null = from
  while (at !== null && contexts[at]?.name !== name) at = contexts[at]?.parent ?? null
  return at ?? from
}

const ofRoutes: ReadonlySet<string> = new Set(['validator', 'serializer', 'handler'])
