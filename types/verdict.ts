// Error texts for handlers whose result does not fit the response map. Handlers that fit cost no compile time; see bench/types/measure.mjs.
import type { Nothing } from './context.ts'
import type { SentEvent } from './events.ts'
import type { EndpointHandler, Handler } from './handler.ts'
import type { Refusal } from './refusal.ts'
import type { ReplyMembers, Sent, Undeclared } from './reply.ts'
import type { PlainStatus, PlainStatusOf, Streamed } from './response.ts'

// Marks the handler type that a route expects, to distinguish it from the application's handler.
export interface Expectation {
  /** Exists only in types. */
  readonly ' expected'?: never
}

// If the handler does not fit the response map, `Fitting` is inferred as its constraint, which has the key ` expected`. The parameter's type is
// then a function that returns an error text. A conditional type on the handler itself would refuse correct handlers in generic functions.
export type CheckedHandler<Fitting, Returned, Expected> = ' expected' extends keyof Fitting
  ? Explained<FaultOf<Returned, Expected>, Fitting & Returning<Returned>, NoInfer<Expected>>
  : NoInfer<Expected>

type Returning<Result> = (...exchange: never) => Result

// The last branch is never the result, but the compiler infers the handler's type from it. `infer Sentence` in place of `string` saves a third of
// the time of a completion.
type Explained<Fault, Given, Expected> = [Fault] extends [never]
  ? Expected
  : [Fault] extends [infer Sentence]
    ? Returning<Refusal<Sentence & string>>
    : Given

type FaultOf<Returned, Expected> = unknown extends Returned
  ? never
  : Expected extends Returning<infer Answer>
    ? Quoted<AnswerFault<Settled<Returned>, Settled<Answer>>, Expected>
    : never

// Adds the status: `says: payload.id is required` becomes `the response schema of 200 says that payload.id is required`.
type Quoted<Fault, Expected> =
  Fault extends Says<infer What> ? `the response schema of ${StatusIn<Expected>} says that ${What}` : Fault

// Read from the expected handler, because the reply's type does not allow inference if the reply has decorators.
type StatusIn<Expected> =
  Expected extends Handler<
    infer _Path,
    infer _Context,
    infer _Parts,
    infer Responses,
    infer _Config,
    infer _Attach,
    infer _Output,
    infer _OnRequest,
    infer _PreValidation,
    infer _PreHandler
  >
    ? PlainStatusOf<keyof Responses>
    : Expected extends EndpointHandler<
          infer _Path,
          infer _Context,
          infer _Parts,
          infer Responses,
          infer _Config,
          infer _Refined
        >
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

// A generator yields a union of events. Each event is compared separately, so that the text names only the wrong event.
type EventFault<Given, Wanted extends AnyEvent> = Given extends Wanted
  ? never
  : Given extends { readonly event: infer Name extends string }
    ? string extends Name
      ? Says<"the name of an event is a literal: write `event: 'name' as const`">
      : Name extends Wanted['event']
        ? FieldFault<Given, Extract<Wanted, { readonly event: Name }>, `event '${Name}'`>
        : Says<`there is no event '${Name}': declare it in events()`>
    : Says<'what is yielded is { event, data }, or { id } alone'>

type Otherwise<Fault, What extends string> = [Fault] extends [never] ? Says<What> : Fault

// Compares only three levels of fields, because types may be recursive.
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

// If only `undefined` is wrong, which `exactOptionalPropertyTypes` refuses, the text shows how to omit the field.
type OptionalFault<Given, Wanted, Path extends string> = [Exclude<Given, undefined>] extends [Wanted]
  ? Says<`${Path} is left out, not undefined: write ...(x !== undefined && { ${FieldOf<Path>}: x })`>
  : PayloadFault<Given, Exclude<Wanted, undefined>, Path>

type FieldOf<Path extends string> = Path extends `${string}.${infer Rest}` ? FieldOf<Rest> : Path

type Says<What extends string> = `says: ${What}`

// The description of a type in error texts: `number` is `'a number'`, and `5` is `'5'`.
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
