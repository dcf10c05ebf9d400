/** `app.explain`: what an application does with a request, read from the tree from which plans are made. */
import type { Explanation, RequestToExplain } from '../../types/explain.ts'
import { checkArgument } from '../error/argument.ts'
import { shownPlace } from '../error/place.ts'
import type { Traced } from '../plan/route-table.ts'
import type { RoutedRequest } from '../plan/router.ts'
import type { AppObject } from '../tree/app-object.ts'
import { pathTo } from '../tree/inherit.ts'
import { contextLabel } from '../tree/label.ts'
import { type ContextNode, nodeOf } from '../tree/node.ts'
import type { RouteDeclaration } from '../tree/route-declaration.ts'
import { absencesFor } from './absence.ts'
import { toContext } from './context.ts'
import { type AnswerOptions, malformedStepsOf } from './malformed.ts'
import { explainRoutes } from './route.ts'
import { stepsOf } from './step.ts'
import { notFoundTarget, routeTarget } from './target.ts'

/** The parts of an app that explanations read. */
export interface Explained {
  readonly ready: () => Promise<unknown>
  readonly trace: (request: RoutedRequest) => Promise<Traced>
  readonly options: AnswerOptions
}

function toRequest(given: RequestToExplain): RoutedRequest {
  const { method = 'GET', path, headers = {} } = Object(given) as Partial<RequestToExplain>
  checkArgument(typeof path === 'string', "The 'path' of explain()", "a path such as '/books/7'", path)
  const fields = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { method: String(method).toUpperCase(), url: path as string, headers: Object.fromEntries(fields) }
}

function toRoute({ methods, url, node, origin }: RouteDeclaration): NonNullable<Explanation['route']> {
  const context = contextLabel(node)
  return { name: `${methods.join()} ${url}`, context, place: shownPlace(origin.place), methods, url }
}

/** Explains a request of an app that is ready. */
async function explainRequest(
  given: RequestToExplain,
  root: ContextNode,
  { trace, options }: Explained
): Promise<Explanation> {
  const request = toRequest(given)
  const traced = await trace(request)
  const { found } = traced
  const isRoute = found === 'route'
  const target = isRoute ? routeTarget(traced.declaration) : notFoundTarget(traced.owner ?? root)
  const isRouted = isRoute || found === 'nothing'
  return {
    method: request.method,
    path: request.url,
    found,
    route: isRoute ? toRoute(traced.declaration) : null,
    params: isRoute ? traced.params : {},
    contexts: pathTo(target.node).map(toContext),
    steps: isRouted ? stepsOf(target, request.method) : malformedStepsOf(target, found, options),
    absent: absencesFor(target)
  }
}

/** Puts `explain` beside the verbs whose names a decorator may take, because Fastify leaves this name free. */
export function addExplain(root: AppObject, explained: Explained): void {
  const spares: AppObject = Object.getPrototypeOf(root)
  spares.explain = async (...[request]: [request?: RequestToExplain]) => {
    await explained.ready()
    const node = nodeOf(root)
    return request === undefined ? explainRoutes(node.tree) : explainRequest(request, node, explained)
  }
}
