/** The routes of an application, each with all that can run for its requests. */
import type { ExplainedApp, ExplainedRoute } from '../../types/explain.ts'
import { shownPlace } from '../error/place.ts'
import { guardsOf } from '../plan/untold-answer.ts'
import { pathTo } from '../tree/inherit.ts'
import { contextLabel } from '../tree/label.ts'
import { type ContextNode, type Tree, walk } from '../tree/node.ts'
import type { RouteDeclaration } from '../tree/route-declaration.ts'
import { toContext } from './context.ts'
import { stepsOf } from './step.ts'
import { routeTarget } from './target.ts'

/** The HEAD route of a GET route, and the second of the two paths that `/` below a prefix stands for, repeat another route. */
const repeats = ({ isSibling, url, config }: RouteDeclaration) => isSibling || url !== config.url

const schemesOf = (requirements: unknown): string[] =>
  Array.isArray(requirements) ? requirements.flatMap((one) => Object.keys(Object(one))) : []

function securityOf(declaration: RouteDeclaration): string[] {
  const asked = guardsOf(declaration).flatMap(({ schemes = {}, security }) =>
    security === undefined ? Object.keys(schemes) : schemesOf(security)
  )
  return [...new Set([...schemesOf(Object(declaration.options.schema).security), ...asked])]
}

function toRoute(declaration: RouteDeclaration, placeOf: ReadonlyMap<ContextNode, number>): ExplainedRoute {
  const { constraints, methods, node, origin, url } = declaration
  const { bodywith } = node.tree.methods
  const [first = 'GET'] = methods
  return {
    name: `${methods.join()} ${url}`,
    context: contextLabel(node),
    place: shownPlace(origin.place),
    methods,
    url,
    constraints: Object.fromEntries(Object.entries(constraints).map(([name, value]) => [name, String(value)])),
    contexts: pathTo(node).map(contextLabel),
    node: placeOf.get(node) ?? 0,
    security: securityOf(declaration),
    steps: stepsOf(routeTarget(declaration), methods.find((method) => bodywith.has(method)) ?? first)
  }
}

/** Explains every context and every route of an app that is ready. */
export function explainRoutes(tree: Tree): ExplainedApp {
  const placeOf = new Map<ContextNode, number>()
  walk(tree.root, (node) => placeOf.set(node, placeOf.size))
  const contexts = [...placeOf.keys()].map((node) => {
    return { ...toContext(node), parent: node.parent === null ? null : (placeOf.get(node.parent) ?? 0) }
  })
  const declarations = [...tree.declarations()].filter((declaration) => !repeats(declaration))
  return { contexts, routes: declarations.map((declaration) => toRoute(declaration, placeOf)) }
}
