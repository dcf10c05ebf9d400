/**
 * `app.derive` and `guard(fn)`: a function returns an object, whose members are added to the request. The names of the members are unknown at boot,
 * so a name conflict is an error of the request.
 */
import { inspect } from 'node:util'
import { promiseOf } from '../base/outcome.ts'
import { checkArgument } from '../error/argument.ts'
import { errors, unlessError } from '../error/error.ts'
import { setNotes } from '../error/note.ts'
import { type Place, placeOfCall } from '../error/place.ts'
import { type Callable, isFunction, toCallable } from '../user-function.ts'
import { type AppObject, callMethod } from './app-object.ts'
import { isBuiltIn } from './decorator.ts'
import { guardStages } from './hook.ts'
import { copyDescription } from './hook-description.ts'
import { nodeOf, pluginOf } from './node.ts'

type DerivedRequest = Record<string, unknown> & { readonly server: AppObject }

type IsTaken = (request: DerivedRequest, name: string) => boolean

/** `guard` may set a member that a decorator declares, so only built-in names of the request count as taken. */
const isBuiltInName: IsTaken = ({ server }, name) => isBuiltIn(nodeOf(server), 'requestDecorators', name)

const isPresent: IsTaken = (request, name) => name in request

/** Refuses arrays, and a reply that was returned but not sent. */
function isMembers(given: unknown, reply: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && given !== reply && !Array.isArray(given)
}

export interface DerivingHook {
  readonly kind: 'guard' | 'derive'
  readonly from: Callable
  readonly place: Place | undefined
  /** The names that the hook has added to requests so far. */
  readonly members: ReadonlySet<string>
}

const derivingHooks = new WeakMap<object, DerivingHook>()
const guardRole = 'A guard'

export const derivingHookOf = (hook: object): DerivingHook | undefined => derivingHooks.get(hook)

function toDerivingHook(derive: Callable, role: string, isTaken: IsTaken): Callable {
  const known = new Set<string>()
  // Clients may see the message. So the returned value and the plugin's name, which may be source code, are attached as notes instead.
  const withNotes = (error: Error, { server }: DerivedRequest, returned: unknown) =>
    setNotes(error, { plugin: pluginOf(nodeOf(server)), returned: inspect(returned, { depth: 0 }) })
  const addMembers = (request: DerivedRequest, reply: { sent: boolean }, returned: unknown) => {
    const members = unlessError(returned)
    if (reply.sent) return
    if (!isMembers(members, reply)) throw withNotes(new errors.ESP_ERR_DERIVED_INVALID(role), request, members)
    for (const name in members) {
      if (!known.has(name)) {
        if (isTaken(request, name)) throw withNotes(new errors.ESP_ERR_DERIVED_NAME_TAKEN(role, name), request, members)
        known.add(name)
      }
      request[name] = members[name]
    }
  }
  function deriving(this: unknown, request: DerivedRequest, reply: { sent: boolean }, ...rest: unknown[]) {
    const members = derive.call(this, request, reply)
    const promise = members === reply ? null : promiseOf(members)
    // Returns a promise, as async hooks do, so that tools that observe hooks notice the end and a failure.
    if (promise !== null) return promise.then((members) => addMembers(request, reply, members))
    addMembers(request, reply, members)
    // `done` is the last argument. In hooks such as `preParsing` a payload comes before it.
    return (rest[rest.length - 1] as Callable)()
  }
  copyDescription(derive, deriving)
  const kind = role === guardRole ? 'guard' : 'derive'
  derivingHooks.set(deriving, { kind, from: derive, place: placeOfCall(toDerivingHook), members: known })
  // Errors about a hook that never finishes show this name.
  return toCallable(Object.defineProperty(deriving, 'name', { value: derive.name }))
}

const stages: readonly unknown[] = guardStages

export const deriveVerbs = {
  derive(this: AppObject, stage: unknown, derive: unknown) {
    checkArgument(stages.includes(stage), 'The stage of derive()', `one of ${stages.join(', ')}`, stage)
    checkArgument(isFunction(derive), 'The function of derive()', 'a function', derive)
    return callMethod(this, 'addHook', stage, toDerivingHook(derive, `derive('${stage}')`, isPresent))
  }
}

/** `guard()(hook)` only changes the hook's type. `guard(fn)` makes a hook that adds the members which `fn` returns. */
export function guard(derive?: unknown) {
  if (derive === undefined) return <Fn>(hook: Fn): Fn => hook
  checkArgument(isFunction(derive), 'The argument of guard()', 'a function', derive)
  return toDerivingHook(derive, guardRole, isBuiltInName)
}
