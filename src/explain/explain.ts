/** `app.explain()`. It reads the same tree of contexts from which routes are compiled, so that explanations are correct. */
import type { Explanation, RequestToExplain } from '../../types/explain.ts'
import { checkArgument } from '../error/argument.ts'
import { nearestNames } from '../plan/nearest-route.ts'
import type { Traced } from '../plan/route-table.ts'
import type { RoutedRequest } from '../plan/router.ts'
import type { AppObject } from '../tree/app-object.ts'
import { pathTo } from '../tree/inherit.ts'
import { type ContextNode, nodeOf } from '../tree/node.ts'
import { absencesFor } from './absence.ts'
import { type Arrival, passageOf } from './arrival.ts'
import { toContext } from './context.ts'
import { type LimitOptions, parameterLimit } from './limit.ts'
import { type AnswerOptions, type Malformed, malformedStepsOf } from './malformed.ts'
import { explainRoutes, listedRoutes, summaryOf } from './route.ts'
import { stepsOf } from './step.ts'
import { notFoundTarget, routeTarget, type Target } from './target.ts'

export interface Explained {
  readonly ready: () => Promise<unknown>
  readonly trace: (request: RoutedRequest) => Promise<Traced>
  readonly options: AnswerOptions & LimitOptions
  readonly arrival: () => Arrival
}

function toRequest(given: RequestToExplain): RoutedRequest {
  const { method = 'GET', path, headers = {} } = Object(given) as Partial<RequestToExplain>
  checkArgument(typeof path === 'string', "The 'path' of explain()", "a path such as '/books/7'", path)
  const fields = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { method: String(method).toUpperCase(), url: path as string, headers: Object.fromEntries(fields) }
}

type Passage = Pick<Explanation, 'limits' | 'exchange' | 'steps'>

function routedPassage(target: Target, method: string, { options, arrival }: Explained): Passage {
  const steps = stepsOf(target, method)
  return { ...passageOf(target, method, steps, options, arrival()), steps }
}

/** The router looks up no route for a malformed URL, so only the limits of the server apply. */
function malformedPassage(root: Target, found: Malformed, { options, arrival }: Explained): Passage {
  const { limits, reader, obstacles } = arrival()
  return {
    limits: found === 'long parameter' ? [...limits, parameterLimit(options)] : limits,
    exchange: { reader, obstacles, objects: [] },
    steps: malformedStepsOf(root, found, options)
  }
}

async function explainRequest(given: RequestToExplain, root: ContextNode, explained: Explained): Promise<Explanation> {
  const request = toRequest(given)
  const traced = await explained.trace(request)
  const { found } = traced
  const isRoute = found === 'route'
  const target = isRoute ? routeTarget(traced.declaration) : notFoundTarget(traced.owner ?? root)
  return {
    method: request.method,
    path: request.url,
    found,
    route: isRoute ? summaryOf(traced.declaration) : null,
    nearest: found === 'nothing' ? nearestNames(listedRoutes(root.tree), request.method, request.url) : [],
    params: isRoute ? traced.params : {},
    contexts: pathTo(target.node).map(toContext),
    ...(isRoute || found === 'nothing'
      ? routedPassage(target, request.method, explained)
      : malformedPassage(target, found, explained)),
    absent: absencesFor(target)
  }
}

/** Adds `explain` to the prototype, because an application made for Fastify may decorate the app with its own `explain`. */
export function addExplain(root: AppObject, explained: Explained): void {
  const prototype: AppObject = Object.getPrototypeOf(root)
  prototype.explain = async (...[request]: [request?: RequestToExplain]) => {
    await explained.ready()
    const node = nodeOf(root)
    return request === undefined ? explainRoutes(node.tree, explained) : explainRequest(request, node, explained)
  }
}
