/**
 * The law of the light exchange: a light message is a promise to become the real one, and nobody can tell when it does.
 *
 * A light message keeps the few fields that Node's HTTP server itself touches on the fast path. Whatever else a real message has, a method, an
 * accessor or a field its constructor makes, is an accessor on the light prototype that first turns the same object, in place, into the real
 * class. The list of those keys is read off the real classes of the running Node, so that it is complete on a version nobody has seen yet.
 *
 * Leans on: the real constructors being plain functions, callable on an existing object (the self-test proves it).
 */

/** Set on a light message, and cleared when it has become real. */
export const lightMark: unique symbol = Symbol('espalier.light')

export interface LightClass {
  /** The prototype of the light class. */
  readonly light: object
  /** The prototype of the real class. */
  readonly real: object
  /** A fresh message of either kind: its own keys are the fields its constructor makes. */
  readonly lightSample: object
  readonly realSample: object
  /** What the real prototype does correctly on a light message, because it looks only at fields a light one has. */
  readonly shared: readonly PropertyKey[]
  /** Makes it the real one, because `member` was touched. */
  readonly upgrade: (message: object, member: string) => void
}

type Keyed = Record<PropertyKey, unknown>

/**
 * Runs a real constructor on a light message, in place. What the light message already holds outlives the constructor's defaults.
 * The prototype changes first: while it is the light one, the constructor's own assignments would count as touches.
 */
export type Become = (message: object, construct: () => void) => void

/** Makes every touch of something only the real class has turn the light message into the real one first; returns what turns one. */
export function upgradeOnTouch({ light, real, lightSample, realSample, shared, upgrade }: LightClass): Become {
  const kept = new Set<PropertyKey>([...Reflect.ownKeys(lightSample), ...shared, 'constructor'])
  for (const key of realKeys(real, realSample)) {
    if (!kept.has(key)) Object.defineProperty(light, key, toAccessor(light, key, real, upgrade))
  }
  // What prints a message names it after its constructor.
  Object.defineProperty(light, 'constructor', { value: real.constructor, writable: true, configurable: true })
  const Shape = toShape(lightSample, realSample)
  return (message, construct) => {
    const held = { ...message }
    new Shape(message)
    Object.setPrototypeOf(message, real)
    construct()
    Object.assign(message, held, { [lightMark]: false })
  }
}

/**
 * A class that gives what it is called with the fields of a real message, in the way of a constructor's own: no setter of the light prototype is
 * asked. V8 of Node 20 and 22 makes a hidden class for every single object that gets a field, or a field of another kind, after its prototype has
 * changed, and whatever reads such objects is slow. So all the fields are there before, and have held values of every kind.
 */
function toShape(lightSample: object, realSample: object): new (message: object) => object {
  let Shape: new (message: object) => object = Given
  const fields = Reflect.ownKeys(realSample).filter(
    (key) => isPlainField(realSample, key) && !Object.hasOwn(lightSample, key)
  )
  for (const key of fields) {
    Shape = class extends Shape {
      [key] = undefined
    }
  }
  const sample = new Shape(lightSample) as Keyed
  for (const kind of [1, 'text']) for (const key of fields) sample[key] = kind
  return Shape
}

function isPlainField(object: object, key: PropertyKey): boolean {
  const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(object, key) ?? {}
  return writable === true && enumerable === true && configurable === true
}

/** What is constructed is the object that was given. */
class Given {
  constructor(message: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is what the class is for
    return message
  }
}

/**
 * Methods of the light class stay what they are to a reader. A writer who replaces one (`res.emit = …`, as tracers do) wants to see every call,
 * and only the real class makes those, so writing upgrades.
 */
function toAccessor(light: object, key: PropertyKey, real: object, upgrade: LightClass['upgrade']): PropertyDescriptor {
  const own = Object.getOwnPropertyDescriptor(light, key)
  const touch = (receiver: object): boolean => {
    const message = lightBehind(receiver)
    if (message !== null) upgrade(message, String(key))
    return message !== null || lightMark in receiver
  }
  return {
    configurable: true,
    get:
      own?.get ??
      (own === undefined
        ? function (this: Keyed) {
            return touch(this) ? this[key] : Reflect.get(real, key, this)
          }
        : () => own.value),
    set:
      own?.set ??
      function (this: Keyed, value: unknown) {
        if (touch(this)) this[key] = value
        else Object.defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true })
      }
  }
}

/** The light message itself, or the one an `Object.create(message)` stands on; null for a prototype. */
function lightBehind(receiver: object): object | null {
  for (let at: object | null = receiver; at !== null; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, lightMark)) return (at as Keyed)[lightMark] === true ? at : null
  }
  return null
}

function realKeys(real: object, sample: object): Set<PropertyKey> {
  const keys = new Set<PropertyKey>(Reflect.ownKeys(sample))
  // What all objects inherit is not theirs. Where a test runner loads the package into a realm of its own, Node's is another `Object.prototype`.
  for (let at = real; Object.getPrototypeOf(at) !== null; at = Object.getPrototypeOf(at)) {
    for (const key of Reflect.ownKeys(at)) keys.add(key)
  }
  return keys
}

/** Finds one of Node's own symbols on a fresh message; a symbol nobody has when this Node does not know it. */
export function nodeSymbol(sample: object, description: string): symbol {
  return (
    Object.getOwnPropertySymbols(sample).find((symbol) => symbol.description === description) ?? Symbol(description)
  )
}
