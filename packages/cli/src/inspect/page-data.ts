/**
 * The data of the page that `espalier inspect` writes. To keep it small, contexts, steps and limits are listed once, and routes refer to them by
 * index.
 */
import type { ExplainedApp, ExplainedRoute, ExplainedStep, SourcePlace } from 'espalier'
import { readingOf, rowsOfLimits } from '../explain/bounds-text.ts'
import { placeOf, type Row } from '../explain/columns.ts'
import { membersOf } from '../explain/explanation-text.ts'
import { diffOf, type RouteDiff, titleOf } from '../routes/diff.ts'

export interface PageData {
  readonly title: string
  readonly contexts: readonly PageContext[]
  readonly steps: readonly PageStep[]
  readonly routes: readonly PageRoute[]
  /** The distinct sets of limits. Most routes have the same limits. */
  readonly bounds: readonly PageBounds[]
  readonly diff: PageDiff | null
}

interface PageContext {
  readonly name: string
  readonly prefix: string
  readonly place: string
  readonly parent: number | null
  readonly members: readonly string[]
}

interface PageStep {
  readonly stage: string
  readonly kind: string
  readonly name: string
  /** The index of the context that declares the step. If the step is an option of a route: the index of the route's context. */
  readonly node: number
  readonly place: string
  readonly when: string
  readonly adds: string
  readonly answers: string
  /** True if the step is declared for all routes of the context, and false if it is an option of one route. */
  readonly isOfContext: boolean
}

interface PageBounds {
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
  /** With `--diff`: whether the earlier version lacks the route. */
  readonly isNew: boolean
}

type PageDiff = Pick<RouteDiff, 'changes'> & { readonly removed: readonly string[] }

/** @param before with `--diff`: the routes of the earlier version */
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

  /** Returns the index of an equal item, or adds the item. Items are equal if `same` has the same JSON. */
  indexOf(part: Part, same: unknown = part): number {
    const key = JSON.stringify(same)
    const index = this.#indexes.get(key) ?? this.parts.push(part) - 1
    this.#indexes.set(key, index)
    return index
  }
}

const isSamePlace = (one: SourcePlace | null, other: SourcePlace | null): boolean =>
  one !== null && other !== null && one.file === other.file && one.line === other.line

/** Routes of a context share one item for each step that the context declares. A step that is an option of a route has its own item. */
function indexOfStep(
  steps: Distinct<PageStep>,
  step: ExplainedStep,
  route: ExplainedRoute,
  { contexts }: ExplainedApp
): number {
  const { stage, kind, name, when, adds, answers } = step
  const isOfContext = !(routeKinds.has(kind) || isSamePlace(step.place, route.place))
  const node = contextOf(contexts, step.context, route.node)
  const shared = { stage, kind, name, node, place: placeOf(step.place), when: when ?? '', isOfContext }
  const lists = {
    adds: typeof adds === 'string' ? (adds === 'unknown' ? '' : adds) : adds.join(', '),
    answers: answers === 'unknown' ? '' : answers.join(', ')
  }
  return steps.indexOf({ ...shared, ...lists }, isOfContext ? [shared] : [shared, route.node, route.place])
}

function contextOf(contexts: ExplainedApp['contexts'], name: string, from: number): number {
  let at: number | null = from
  while (at !== null && contexts[at]?.name !== name) at = contexts[at]?.parent ?? null
  return at ?? from
}

const routeKinds: ReadonlySet<string> = new Set(['validator', 'serializer', 'handler'])
