/** The data of the page: contexts, routes and steps, each once, referred to by index. */
import type { ExplainedApp, ExplainedRoute, ExplainedStep, SourcePlace } from 'espalier'
import { readingOf, rowsOfLimits } from '../explain/bounds-text.ts'
import { placeOf, type Row } from '../explain/columns.ts'
import { diffOf, type RouteDiff, titleOf } from '../routes/diff.ts'

export interface PageData {
  readonly title: string
  readonly contexts: readonly PageContext[]
  readonly steps: readonly PageStep[]
  readonly routes: readonly PageRoute[]
  /** Shared, because most routes have the same. */
  readonly bounds: readonly PageBounds[]
  readonly diff: PageDiff | null
}

interface PageContext {
  readonly name: string
  readonly prefix: string
  readonly place: string
  readonly parent: number | null
  /** Decorators and schemas: `request.user`. */
  readonly members: readonly string[]
}

interface PageStep {
  readonly stage: string
  readonly kind: string
  readonly name: string
  /** The context that declares it; for a route's own options that of the route. */
  readonly node: number
  readonly place: string
  readonly when: string
  readonly adds: string
  readonly answers: string
  /** Whether it is declared in the context, and so applies to every route in it. */
  readonly isOfContext: boolean
}

interface PageBounds {
  /** For each limit its name, its value, the option that sets it, and the consequence. */
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
  /** Whether the route is missing in an earlier version. */
  readonly isNew: boolean
}

type PageDiff = Pick<RouteDiff, 'changes'> & { readonly removed: readonly string[] }

/** @param before the routes of an earlier version */
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
      steps: route.steps.map((step) => placeOfStep(steps, step, route, app)),
      bounds: bounds.place({ rows: rowsOfLimits(route.limits), reading: readingOf(route.exchange) }),
      isNew: route.methods.some((method) => added.has(titleOf({ ...route, methods: [method] })))
    })),
    steps: steps.parts,
    bounds: bounds.parts,
    diff: diff && { changes: diff.changes, removed: diff.removed.map(titleOf) }
  }
}

/** A list without duplicates. */
class Distinct<Part> {
  readonly parts: Part[] = []
  readonly #places = new Map<string, number>()

  /**
   * Returns the index of a part in the list.
   * @param same the values by which parts are compared
   */
  place(part: Part, same: unknown = part): number {
    const key = JSON.stringify(same)
    const place = this.#places.get(key) ?? this.parts.push(part) - 1
    this.#places.set(key, place)
    return place
  }
}

type Members = Pick<ExplainedApp['contexts'][number], 'app' | 'request' | 'reply' | 'schemas'>

/** Symbol names are internal to plugins. */
const membersOf = ({ app, request, reply, schemas }: Members): string[] =>
  [
    ...app.map((name) => `app.${name}`),
    ...request.map((name) => `request.${name}`),
    ...reply.map((name) => `reply.${name}`),
    ...schemas.map((id) => `schema ${id}`)
  ].filter((name) => !/^\w+\.Symbol\(/.test(name))

const isSamePlace = (one: SourcePlace | null, other: SourcePlace | null): boolean =>
  one !== null && other !== null && one.file === other.file && one.line === other.line

/** Returns the index of a step in the list. Routes share the steps of their contexts. */
function placeOfStep(
  steps: Distinct<PageStep>,
  step: ExplainedStep,
  route: ExplainedRoute,
  { contexts }: ExplainedApp
): number {
  const { stage, kind, name, when, adds, answers } = step
  const isOfContext = !(ofRoutes.has(kind) || isSamePlace(step.place, route.place))
  const node = contextOf(contexts, step.context, route.node)
  const told = { stage, kind, name, node, place: placeOf(step.place), when: when ?? '', isOfContext }
  const lists = {
    adds: typeof adds === 'string' ? (adds === 'unknown' ? '' : adds) : adds.join(', '),
    answers: answers === 'unknown' ? '' : answers.join(', ')
  }
  return steps.place({ ...told, ...lists }, isOfContext ? [told] : [told, route.node, route.place])
}

/** Returns the nearest context of a name on the path from a route's context to the root. */
function contextOf(contexts: ExplainedApp['contexts'], name: string, from: number): number {
  let at: number | null = from
  while (at !== null && contexts[at]?.name !== name) at = contexts[at]?.parent ?? null
  return at ?? from
}

const ofRoutes: ReadonlySet<string> = new Set(['validator', 'serializer', 'handler'])
