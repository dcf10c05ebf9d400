// The values that decorators take, and the members that they add. Implementation: src/tree/decorator.ts.
import type { AssumedName } from './context.ts'
import type { Named, Refusal } from './refusal.ts'

/** The result of `value<Value>(initial)`: declares a member of the type `Value` that starts as `initial`. */
export interface Slot<Value> {
  /** Exists only for the compiler. At run time `value(initial)` returns `initial`. */
  readonly ' slot': Value
}

/** Declares a decorator of the type `Value` that starts as `initial`. The argument is optional if `Value` admits `undefined`. */
export type ValueFunction = <Value>(
  ...initial: undefined extends Value ? [initial?: Value] : [initial: Value]
) => Slot<Value>

/** An accessor as decorator; `this` is the decorated object. */
export interface Accessor<This> {
  getter(this: This): unknown
  setter?(this: This, value: never): void
}

export type DecoratorMethod<This> = (this: This, ...args: never[]) => unknown

type Primitive = string | number | bigint | boolean | symbol | null | undefined

export type AppDecorator<This> = DecoratorMethod<This> | Accessor<This> | object | Primitive

export type ExchangeDecorator<This> = DecoratorMethod<This> | Accessor<This> | Slot<unknown> | Primitive | object

// Refuses an object, because all requests would share it.
export type PerExchange<Value> = Value extends
  | ((...args: never[]) => unknown)
  | { getter(...args: never[]): unknown }
  | Slot<unknown>
  | Primitive
  ? Value
  : Refusal<'an object would be shared by all requests: give value(null) and assign it in a hook, or give a getter'>

/** The type of a decorated member, by the decorator's value: `number` for `5`, and a method's type without `this`. */
export type SlotOf<Value> =
  Value extends Slot<infer Type>
    ? Type
    : Value extends (...args: never[]) => unknown
      ? OmitThisParameter<Value>
      : Value extends { getter(...args: never[]): infer Type }
        ? Type
        : Value extends { setter(...args: never[]): unknown }
          ? undefined
          : Widened<Value>

// A getter without a setter makes a read-only member. The tuples prevent a distributive condition, which would make a union of apps whose methods
// cannot be called.
export type Member<Name extends PropertyKey, Value> = [Value] extends [{ getter: unknown; setter?: never }]
  ? unknown extends Value
    ? { [_ in Name]: Value }
    : { readonly [_ in Name]: SlotOf<Value> }
  : With<Name, Value>

/** An object with one member: `With<'clock', () => number>` is `{ clock: () => number }`. */
export type With<Name extends PropertyKey, Value> = { [_ in Name]: SlotOf<Value> }

type Widened<Value> = Value extends string
  ? string
  : Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value extends bigint
        ? bigint
        : Value

// The condition looks up only `Name`. With a list of all taken names, each declaration would cost as much as all earlier ones together.
export type Fresh<Name extends PropertyKey, Present, OwnNames, Kind extends string> =
  IsLiteral<Name> extends true
    ? Present extends { readonly [_ in Name]: unknown }
      ? Name extends AssumedName<Present>
        ? Name
        : Refusal<`'${Named<Name>}' is already decorated in this context`>
      : Name extends OwnNames
        ? Refusal<`'${Named<Name>}' is part of every ${Kind}`>
        : Name
    : Refusal<'a decorator needs a literal name'>

type IsLiteral<Name extends PropertyKey> = string extends Name
  ? false
  : symbol extends Name
    ? false
    : number extends Name
      ? false
      : true
