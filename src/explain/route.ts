import type { ExplainedApp, ExplainedRoute, Explanation } from '../../types/explain.ts'
import { guardsOf } from '../plan/undeclared-response.ts'
import { contextLabel } from '../tree/context-label.ts'
import { pathTo } from '../tree/inherit.ts'
import { type ContextNode, type Tree, walk } from '../tree/node.ts'
import type { RouteDeclaration } from '../tree/route-declaration.ts'
import { type Arrival, passageOf } from './arrival.ts'
import { toContext } from './context.ts'
import type { LimitOptions } from './limit.ts'
import { stepsOf } from './step.ts'
import { routeTarget } from './target.ts'

/** Whether espalier generated the route: HEAD for a GET route, or `/a/` for a route `/` below the prefix `/a`. */
const isGenerated = ({ isSibling, url, config }: RouteDeclaration) => isSibling || url !== config.url

const schemesOf = (requirements: unknown): string[] =>
  Array.isArray(requirements) ? requirements.flatMap((one) => Object.keys(Object(one))) : []

function securityOf(declaration: RouteDeclaration): string[] {
  const asked = guardsOf(declaration).flatMap(({ schemes = {}, security }) =>
    security === undefined ? Object.keys(schemes) : schemesOf(security)
  )
  return [...new Set([...schemesOf(Object(declaration.options.schema).security), ...asked])]
}

/** Prefers a method whose requests may have a body, because more functions run for them. */
const fullestMethod = ({ methods, node }: RouteDeclaration): string =>
  methods.find((method) => node.tree.methods.bodywith.has(method)) ?? methods[0] ?? 'GET'

export function summaryOf({ methods, url, node, origin }: RouteDeclaration): NonNullable<Explanation['route']> {
  return { name: `${methods.join()} ${url}`, context: contextLabel(node), place: origin.place ?? null, methods, url }
}

function toRoute(
  declaration: RouteDeclaration,
  nodeAt: number,
  options: LimitOptions,
  arrival: Arrival
): ExplainedRoute {
  const { constraints, node } = declaration
  const [target, method] = [routeTarget(declaration), fullestMethod(declaration)]
  const steps = stepsOf(target, method)
  return {
    ...summaryOf(declaration),
    constraints: Object.fromEntries(Object.entries(constraints).map(([name, value]) => [name, String(value)])),
    contexts: pathTo(node).map(contextLabel),
    node: nodeAt,
    security: securityOf(declaration),
    ...passageOf(target, method, steps, options, arrival),
    steps
  }
}

export const listedRoutes = (tree: Tree): RouteDeclaration[] =>
  [...tree.declarations()].filter((declaration) => !isGenerated(declaration))

export function explainRoutes(
  tree: Tree,
  { options, arrival }: { readonly options: LimitOptions; readonly arrival: () => Arrival }
): ExplainedApp {
  const placeOf = new Map<ContextNode, number>()
  walk(tree.root, (node) => placeOf.set(node, placeOf.size))
  const contexts = [...placeOf.keys()].map((node) => {
    return { ...toContext(node), parent: node.parent === null ? null : (placeOf.get(node.parent) ?? 0) }
  })
  const arrives = arrival()
  const routes = listedRoutes(tree).map((declaration) => {
    return toRoute(declaration, placeOf.get(declaration.node) ?? 0, options, arrives)
  })
  return { contexts, routes }
}
