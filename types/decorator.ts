// The slots that decorators declare. At run time: src/tree/decorator.ts.
import type { Named, Refusal } from './refusal.ts'

/** A decorator's first value and the type of its slot; made by `value`. */
export interface Slot<Value> {
  /** Exists only for the compiler: at run time `value()` returns its first value. */
  readonly ' slot': Value
}

/** The type of the function `value`: the first value is optional if the slot admits `undefined`. */
export type ValueFunction = <Value>(
  ...initial: undefined extends Value ? [initial?: Value] : [initial: Value]
) => Slot<Value>

/** An accessor as decorator; `this` is the decorated object. */
export interface Accessor<This> {
  getter(this: This): unknown
  setter?(this: This, value: never): void
}

/** A method as decorator; `this` is the decorated object. */
export type DecoratorMethod<This> = (this: This, ...args: never[]) => unknown

type Primitive = string | number | bigint | boolean | symbol | null | undefined

/** A value for a decorator of the app: anything. */
export type AppDecorator<This> = DecoratorMethod<This> | Accessor<This> | object | Primitive

/** A value for a decorator of requests or replies; objects only as {@link PerExchange} allows. */
export type ExchangeDecorator<This> = DecoratorMethod<This> | Accessor<This> | Slot<unknown> | Primitive | object

/** One object would be shared by all requests, so objects are refused. */
export type PerExchange<Value> = Value extends
  | ((...args: never[]) => unknown)
  | { getter(...args: never[]): unknown }
  | Slot<unknown>
  | Primitive
  ? Value
  : Refusal<'an object would be shared by all requests: give value(null) and assign it in a hook, or give a getter'>

/** The type of the slot that a decorator's value makes. */
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

/** The member that a declaration adds; one with only a getter is readonly. */
// A union gets one member. A member for each would make a union of apps, whose methods cannot be called.
export type Member<Name extends PropertyKey, Value> = [Value] extends [{ getter: unknown; setter?: never }]
  ? unknown extends Value
    ? { [_ in Name]: Value }
    : { readonly [_ in Name]: SlotOf<Value> }
  : { [_ in Name]: SlotOf<Value> }

type Widened<Value> = Value extends string
  ? string
  : Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value extends bigint
        ? bigint
        : Value

/** `Name` if it is free; otherwise a text with the reason. */
// Looks the name up instead of listing the taken ones, which would cost each declaration as much as all before it.
export type Fresh<Name extends PropertyKey, Present, OwnNames, Kind extends string> =
  IsLiteral<Name> extends true
    ? Present extends { readonly [_ in Name]: unknown }
      ? Refusal<`'${Named<Name>}' is already decorated in this context`>
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
