/**
 * `app.derive` and `guard(fn)`: a function returns an object, whose members are added to the request.
 *
 * The names of the members are known only when the function returns, and not at boot. If requests already have a member of such a name, the request
 * fails.
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

/** Whether requests already have a member of this name. Called once for each name. */
type IsTaken = (request: DerivedRequest, name: string) => boolean

/** The test for guards: only names of built-in members are taken. So a guard may set a member that a decorator has declared. */
const isOfEveryRequest: IsTaken = ({ server }, name) => isBuiltIn(nodeOf(server), 'requestDecorators', name)

const isThere: IsTaken = (request, name) => name in request

/** Whether a result is an object of members. A list, or a reply that was not sent, is a mistake. */
function isMembers(given: unknown, reply: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && given !== reply && !Array.isArray(given)
}

/** Data of a hook that was made by `derive` or `guard`. */
export interface DerivingHook {
  readonly kind: 'guard' | 'derive'
  /** The application's function from which the hook was made. */
  readonly from: Callable
  /** The line that called `derive` or `guard`. */
  readonly place: Place | undefined
  /** The names that the hook has added to requests so far. */
  readonly members: ReadonlySet<string>
}

const derivingHooks = new WeakMap<object, DerivingHook>()
const guardRole = 'A guard'

/** Returns the data of a hook that `derive` or `guard` made; `undefined` for any other hook. */
export const derivingHookOf = (hook: object): DerivingHook | undefined => derivingHooks.get(hook)

/** Makes the hook of a function. The hook adds the returned members to the request, if no reply was sent. */
function toDerivingHook(derive: Callable, role: string, isTaken: IsTaken): Callable {
  const known = new Set<string>()
  // Clients see the message. So the value and the plugin's name, which may be its source code, are only attached as notes.
  const tell = (error: Error, { server }: DerivedRequest, returned: unknown) =>
    setNotes(error, { plugin: pluginOf(nodeOf(server)), returned: inspect(returned, { depth: 0 }) })
  const give = (request: DerivedRequest, reply: { sent: boolean }, returned: unknown) => {
    const members = unlessError(returned)
    if (reply.sent) return
    if (!isMembers(members, reply)) throw tell(new errors.ESP_ERR_DERIVED_INVALID(role), request, members)
    for (const name in members) {
      if (!known.has(name)) {
        if (isTaken(request, name)) throw tell(new errors.ESP_ERR_DERIVED_NAME_TAKEN(role, name), request, members)
        known.add(name)
      }
      request[name] = members[name]
    }
  }
  function deriving(this: unknown, request: DerivedRequest, reply: { sent: boolean }, ...rest: unknown[]) {
    const members = derive.call(this, request, reply)
    const promise = members === reply ? null : promiseOf(members)
    // Returns a promise, as an async hook does. So tools that observe hooks notice when the hook ends, and whether it fails.
    if (promise !== null) return promise.then((members) => give(request, reply, members))
    give(request, reply, members)
    // `done` is the last argument, after the payload at stages that have one.
    return (rest[rest.length - 1] as Callable)()
  }
  copyDescription(derive, deriving)
  const kind = role === guardRole ? 'guard' : 'derive'
  derivingHooks.set(deriving, { kind, from: derive, place: placeOfCall(toDerivingHook), members: known })
  // The hook has the name of the application's function, for errors about a hook that never finishes.
  return toCallable(Object.defineProperty(deriving, 'name', { value: derive.name }))
}

const stages: readonly unknown[] = guardStages

export const deriveVerbs = {
  derive(this: AppObject, stage: unknown, derive: unknown) {
    checkArgument(stages.includes(stage), 'The stage of derive()', `one of ${stages.join(', ')}`, stage)
    checkArgument(isFunction(derive), 'The function of derive()', 'a function', derive)
    return callMethod(this, 'addHook', stage, toDerivingHook(derive, `derive('${stage}')`, isThere))
  }
}

/**
 * Makes a guard. `guard()(hook)` returns the hook itself, and only changes its type. `guard(fn)` returns a hook that adds the members which `fn`
 * returns to the request.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the argument is not a function
 */
export function guard(derive?: unknown) {
  if (derive === undefined) return <Fn>(hook: Fn): Fn => hook
  checkArgument(isFunction(derive), 'The argument of guard()', 'a function', derive)
  return toDerivingHook(derive, guardRole, isOfEveryRequest)
}
