/** The data of the page: contexts, routes and steps, each once, by their places in lists. */
import type { ExplainedApp, ExplainedRoute, ExplainedStep, SourcePlace } from 'espalier'
import { readingOf, rowsOfLimits } from '../explain/bounds-text.ts'
import { placeOf, type Row } from '../explain/columns.ts'
import { diffOf, type RouteDiff, titleOf } from '../routes/diff.ts'

export interface PageData {
  readonly title: string
  readonly contexts: readonly PageContext[]
  readonly steps: readonly PageStep[]
  readonly routes: readonly PageRoute[]
  /** Most routes have the same. */
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
  /** The context that declares it; for a route's own, that of the route. */
  readonly node: number
  readonly place: string
  readonly when: string
  readonly adds: string
  readonly answers: string
  /** Whether it is declared in the context, and so for every route in it. */
  readonly isOfContext: boolean
}

interface PageBounds {
  /** For each limit its name, its value, which option sets it, and what a request over it meets. */
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
  /** Whether an earlier version had no such route. */
  readonly isNew: boolean
}

type PageDiff = Pick<RouteDiff, 'changes'> & { readonly removed: readonly string[] }

/** @param before the routes of an earlier version */
export function pageDataOf(app: ExplainedApp, title: string, before: readonly ExplainedRoute[] | undefined): PageData {
  const diff = before === undefined ? null : diffOf(before, app.routes)
  const added = new Set(diff?.added.map(titleOf))
  const table = new StepTable(app)
  const bounds = new Map<string, number>()
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
      steps: route.steps.map((step) => table.add(step, route)),
      bounds: placeIn(bounds, { rows: rowsOfLimits(route.limits), reading: readingOf(route.exchange) }),
      isNew: route.methods.some((method) => added.has(titleOf({ ...route, methods: [method] })))
    })),
    steps: table.steps,
    bounds: [...bounds.keys()].map((text) => JSON.parse(text)),
    diff: diff && { changes: diff.changes, removed: diff.removed.map(titleOf) }
  }
}

/** Returns the place of a part in a list in which equal parts stand once. */
function placeIn(list: Map<string, number>, part: PageBounds): number {
  const text = JSON.stringify(part)
  if (!list.has(text)) list.set(text, list.size)
  return list.get(text) ?? 0
}

type Members = Pick<ExplainedApp['contexts'][number], 'app' | 'request' | 'reply' | 'schemas'>

/** Symbols are a plugin's business with itself. */
const membersOf = ({ app, request, reply, schemas }: Members): string[] =>
  [
    ...app.map((name) => `app.${name}`),
    ...request.map((name) => `request.${name}`),
    ...reply.map((name) => `reply.${name}`),
    ...schemas.map((id) => `schema ${id}`)
  ].filter((name) => !/^\w+\.Symbol\(/.test(name))

const isSamePlace = (one: SourcePlace | null, other: SourcePlace | null): boolean =>
  one !== null && other !== null && one.file === other.file && one.line === other.line

/** Steps that several routes share stand in the list once. */
class StepTable {
  readonly steps: PageStep[] = []
  readonly #places = new Map<string, number>()
  readonly #contexts: ExplainedApp['contexts']

  constructor({ contexts }: ExplainedApp) {
    this.#contexts = contexts
  }

  add(step: ExplainedStep, route: ExplainedRoute): number {
    const { stage, kind, name, when, adds, answers } = step
    const isOfContext = !(ofRoutes.has(kind) || isSamePlace(step.place, route.place))
    const node = this.#contextOf(step.context, route.node)
    const told = { stage, kind, name, node, place: placeOf(step.place), when: when ?? '', isOfContext }
    const lists = {
      adds: typeof adds === 'string' ? (adds === 'unknown' ? '' : adds) : adds.join(', '),
      answers: answers === 'unknown' ? '' : answers.join(', ')
    }
    const key = JSON.stringify(isOfContext ? [told] : [told, route.node, route.place])
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#places.set(key, this.steps.length)
    return this.steps.push({ ...told, ...lists }) - 1
  }

  /** The nearest context of a name on the way from a route's to the root. */
  #contextOf(name: string, from: number): number {
    let at: number | null = from
    while (at !== null && this.#contexts[at]?.name !== name) at = this.#contexts[at]?.parent ?? null
    return at ?? from
  }
}

const ofRoutes: ReadonlySet<string> = new Set(['validator', 'serializer', 'handler'])
