/**
 * Members that a function returns for the requests that it lets pass: `app.derive`, and guards that return members.
 *
 * The names are known when a request has come, not at boot: they are members of the returned object. A name that requests already have is refused at
 * the first request that brings it.
 */
import { inspect } from 'node:util'
import { promiseOf } from '../base/promise.ts'
import { checkArgument } from '../error/argument.ts'
import { errors, unlessError } from '../error/error.ts'
import { noteOn } from '../error/note.ts'
import { type Place, placeOfCall } from '../error/place.ts'
import { type Callable, isFunction, toCallable } from '../user-function.ts'
import { type AppObject, callMethod } from './app-object.ts'
import { isBuiltIn } from './decorator.ts'
import { guardStages } from './hook.ts'
import { carryDescription } from './hook-description.ts'
import { nodeOf, pluginOf } from './node.ts'

/** A request, as far as a function that derives from it concerns the tree. */
type DerivedRequest = Record<string, unknown> & { readonly server: AppObject }

/** Whether requests may not get a member of a name; asked once for each name. */
type IsTaken = (request: DerivedRequest, name: string) => boolean

/** A guard refines a decorator where there is one. */
const isOfEveryRequest: IsTaken = ({ server }, name) => isBuiltIn(nodeOf(server), 'requestDecorators', name)

const isThere: IsTaken = (request, name) => name in request

/** A list, or a reply that was not sent, is a mistake, and would give requests unwanted members. */
function isMembers(given: unknown, reply: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && given !== reply && !Array.isArray(given)
}

/** A hook that was made of a function. */
export interface MadeHook {
  readonly kind: 'guard' | 'derive'
  /** The function that it was made of. */
  readonly from: Callable
  /** The line that made it. */
  readonly place: Place | undefined
  /** The members that it gave requests so far. */
  readonly members: ReadonlySet<string>
}

const made = new WeakMap<object, MadeHook>()
const guardRole = 'A guard'

/** Returns what is known of a hook that `derive` or `guard` made; `undefined` for any other. */
export const madeHookOf = (hook: object): MadeHook | undefined => made.get(hook)

/** Makes the hook of a function: it gives the request the members that the function returns, unless a reply was sent. */
function toDerivingHook(derive: Callable, role: string, isTaken: IsTaken): Callable {
  const known = new Set<string>()
  // The text is shown to clients: the plugin, whose name may be its source, and the value are notes for who catches it.
  const tell = (error: Error, { server }: DerivedRequest, returned: unknown) =>
    noteOn(error, { plugin: pluginOf(nodeOf(server)), returned: inspect(returned, { depth: 0 }) })
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
    // A promise is returned, as an async hook would: who watches hooks learns by it when this one is over, and how.
    if (promise !== null) return promise.then((settled) => give(request, reply, settled))
    give(request, reply, members)
    // `done` stands last, behind the stream of a body where the stage has one.
    return (rest[rest.length - 1] as Callable)()
  }
  carryDescription(derive, deriving)
  const kind = role === guardRole ? 'guard' : 'derive'
  made.set(deriving, { kind, from: derive, place: placeOfCall(toDerivingHook), members: known })
  // Errors about a pending hook show this name.
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
 * Marks a hook whose success refines what later hooks and the handler see: `guard()(hook)` is the hook itself, `guard(function)` one that gives
 * the request what the function returns.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when it is given what is no function
 */
export function guard(derive?: unknown) {
  if (derive === undefined) return <Fn>(hook: Fn): Fn => hook
  checkArgument(isFunction(derive), 'The argument of guard()', 'a function', derive)
  return toDerivingHook(derive, guardRole, isOfEveryRequest)
}
