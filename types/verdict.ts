// The error text for a handler that does not fit. A fitting handler costs nothing; see bench/types/measure.mjs.
import type { Nothing } from './context.ts'
import type { SentEvent } from './events.ts'
import type { EndpointHandler, Handler } from './handler.ts'
import type { Refusal } from './refusal.ts'
import type { ReplyMembers, Sent, Undeclared } from './reply.ts'
import type { PlainStatus, PlainStatusOf, Streamed } from './response.ts'

/** Marks the expected handler, to distinguish it from a given one: no function has this key. */
export interface Expectation {
  /** For the compiler only. */
  readonly ' expected'?: never
}

/**
 * The handler that a route takes; for one that does not fit, a function that returns a text. `Fitting` is constrained to the expected handler, so it is
 * the given handler if that fits, else the constraint.
 */
// Uses a mark on the constraint. A conditional type on the handler itself loses the constraints of type parameters, and would refuse correct handlers
// in generic functions.
export type Judged<Fitting, Returned, Expected> = ' expected' extends keyof Fitting
  ? Explained<FaultOf<Returned, Expected>, Fitting & Returning<Returned>, NoInfer<Expected>>
  : NoInfer<Expected>

type Returning<Result> = (...exchange: never) => Result

// The last branch is never taken: the compiler infers from the given handler there. With `string` for `infer` it would compare all possible texts
// before it has a handler, a third of the cost of a completion.
type Explained<Fault, Given, Expected> = [Fault] extends [never]
  ? Expected
  : [Fault] extends [infer Sentence]
    ? Returning<Refusal<Sentence & string>>
    : Given

/** The text about a handler's result; never if something else is wrong. */
type FaultOf<Returned, Expected> = unknown extends Returned
  ? never
  : Expected extends Returning<infer Answer>
    ? Quoted<AnswerFault<Settled<Returned>, Settled<Answer>>, Expected>
    : never

/** A text about the schema of a status, with that status. */
type Quoted<Fault, Expected> =
  Fault extends Says<infer What> ? `the response schema of ${StatusIn<Expected>} says that ${What}` : Fault

// Infers from the handler types, because the compiler infers no status from a reply with decorators.
type StatusIn<Expected> =
  Expected extends Handler<
    infer _Path,
    infer _Context,
    infer _Parts,
    infer Responses,
    infer _Config,
    infer _Attach,
    infer _Output,
    infer _Guards
  >
    ? PlainStatusOf<keyof Responses>
    : Expected extends EndpointHandler<infer _Path, infer _Context, infer _Parts, infer Responses>
      ? PlainStatusOf<keyof Responses>
      : PlainStatus

type Settled<Result> = Result extends PromiseLike<infer Value> ? Value : Result

type AnswerFault<Given, Wanted> = Given extends Wanted
  ? never
  : Given extends NoAnswer
    ? 'this handler can end without an answer: return a payload, or what reply.send() returns'
    : Given extends ReplyMembers<unknown, unknown>
      ? 'this handler returns a reply that was not sent: return what its send() returns'
      : [Exclude<Wanted, Sent>] extends [Refusal<Undeclared>]
        ? Undeclared
        : PayloadFault<Given, Exclude<Wanted, Sent>, 'payload'>

// biome-ignore lint/suspicious/noConfusingVoidType: what a function without a return statement returns
type NoAnswer = undefined | void

type PayloadFault<Given, Wanted, Path extends string> = Given extends Wanted
  ? never
  : Wanted extends Refusal<infer Sentence>
    ? Sentence
    : [Given] extends [PromiseLike<unknown>]
      ? Says<`${Path} is a Promise: await it`>
      : [Given, Wanted] extends [readonly (infer GivenItem)[], readonly (infer WantedItem)[]]
        ? Otherwise<PayloadFault<GivenItem, WantedItem, `${Path}[]`>, `${Path} is a list of another type`>
        : [Given, Wanted] extends [AsyncIterable<infer GivenItem>, AsyncIterable<infer WantedItem extends AnyEvent>]
          ? EventFault<GivenItem, WantedItem>
          : [Kind<Given> | Kind<Wanted>] extends ['an object']
            ? Otherwise<FieldFault<Given, Wanted, Path>, `${Path} is an object of another type`>
            : Says<`${Path} is ${Kind<Wanted>}`>

type AnyEvent = SentEvent<Record<string, object>>

// Event by event: only some of the yielded ones may be wrong.
type EventFault<Given, Wanted extends AnyEvent> = Given extends Wanted
  ? never
  : Given extends { readonly event: infer Name extends string }
    ? string extends Name
      ? Says<"the name of an event is a literal: write `event: 'name' as const`">
      : Name extends Wanted['event']
        ? FieldFault<Given, Extract<Wanted, { readonly event: Name }>, `event '${Name}'`>
        : Says<`there is no event '${Name}'`>
    : Says<'what is yielded is { event, data }, or { id } alone'>

type Otherwise<Fault, What extends string> = [Fault] extends [never] ? Says<What> : Fault

// Four levels, because recursive types have no end.
type FieldFault<Given, Wanted, Path extends string> = Path extends `${string}.${string}.${string}.${string}`
  ? never
  : {
      [Key in keyof Wanted & string]: Key extends keyof Given
        ? Pick<Given, Key> extends Pick<Wanted, Key>
          ? never
          : OptionalFault<Given[Key], Wanted[Key], `${Path}.${Key}`>
        : Nothing extends Pick<Wanted, Key>
          ? never
          : Says<`${Path}.${Key} is required`>
    }[keyof Wanted & string]

// With `exactOptionalPropertyTypes` an optional field does not admit undefined.
type OptionalFault<Given, Wanted, Path extends string> = [Exclude<Given, undefined>] extends [Wanted]
  ? Says<`${Path} is left out where it is undefined`>
  : PayloadFault<Given, Exclude<Wanted, undefined>, Path>

type Says<What extends string> = `says: ${What}`

/** A description of a type, one for each member of a union. */
type Kind<Type> = Type extends string
  ? string extends Type
    ? 'a string'
    : `'${Type}'`
  : Type extends number
    ? number extends Type
      ? 'a number'
      : `${Type}`
    : Type extends boolean
      ? 'a boolean'
      : Type extends null | undefined
        ? `${Type}`
        : Type extends readonly unknown[]
          ? 'a list'
          : Type extends Date
            ? 'a Date'
            : Type extends Streamed
              ? 'a stream or bytes'
              : Type extends object
                ? 'an object'
                : 'of another type'
