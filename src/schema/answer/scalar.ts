/** Scalars of answers: which type a value has as JSON, what of another type it is converted to, and how each is written. */
import { remember } from '../../base/remember.ts'
import { isRecord, toJsonValue } from './json-value.ts'

/** The functions by which fast-json-stringify writes scalars. Generated functions call its methods without an object. */
interface EngineScalars {
  asString(this: void, text: string): string
  asInteger(value: unknown): string
  asNumber(this: void, value: unknown): string
  asBoolean(this: void, value: unknown): string
  asDateTime(this: void, value: unknown): string
  asDate(this: void, value: unknown): string
  asTime(this: void, value: unknown): string
  asUnsafeString(this: void, text: unknown): string
  asPlainStringArray(this: void, list: readonly unknown[], length?: number): string
}
type EngineClass = new (options: object) => EngineScalars

/** The same for values that say by a `toJSON` what they are, and for bigints. */
export interface Scalars extends EngineScalars {
  asText(this: void, value: unknown): string
  /** @throws TypeError when JSON has no form for the value: it is for the writer, which leaves it out */
  asAny(this: void, value: unknown): string
}
type ScalarsClass = (new (options: object) => Scalars) & { restoreFromState(state: object): Scalars }

const packageName = 'fast-json-stringify/lib/serializer'
const known = new WeakMap<EngineClass, ScalarsClass>()

/** Returns the class that writes scalars. @param load finds the engine's, in other ways on workers */
export function scalarsOf(load: (name: string) => unknown): ScalarsClass {
  const engine = load(packageName) as EngineClass
  return remember(known, engine, () => extend(engine))
}

/** A date stays one: the engine knows it. */
const read = (value: unknown) => (typeof value === 'object' && !(value instanceof Date) ? toJsonValue(value) : value)

/** Generated functions look for null before they call, and find no `toJSON` that returns it: such a value is for the writer. */
function readNoNull(value: unknown): unknown {
  const json = read(value)
  if (json === null && value !== null) throw new TypeError('A toJSON returned null.')
  return json
}

interface ScalarOptions {
  /** Whether a generated function calls. */
  readonly isGenerated?: boolean
}

function extend(Engine: EngineClass): ScalarsClass {
  const engine = Engine.prototype
  return class extends Engine implements Scalars {
    static restoreFromState = (state: object) => new this({ ...state, isGenerated: true })

    readonly #read: (value: unknown) => unknown

    constructor(options: ScalarOptions) {
      super(options)
      this.#read = options.isGenerated ? readNoNull : read
    }

    asText = (value: unknown): string => {
      const text =
        value instanceof Date ? value.toISOString() : value instanceof RegExp ? value.source : this.#read(value)
      if (text === null) return '""'
      return engine.asString(typeof text === 'string' ? text : (value as { toString(): string }).toString())
    }
    asAny = (value: unknown): string => {
      const text: string | undefined = JSON.stringify(value)
      if (text === undefined) throw new TypeError('JSON has no form for a value.')
      return text
    }
    override asInteger(value: unknown): string {
      return super.asInteger(this.#read(value))
    }
    override asNumber = (value: unknown) =>
      typeof value === 'bigint' ? String(value) : engine.asNumber(this.#read(value))
    override asBoolean = (value: unknown) => engine.asBoolean(this.#read(value))
    override asDateTime = (value: unknown) => engine.asDateTime(this.#read(value))
    override asDate = (value: unknown) => engine.asDate(this.#read(value))
    override asTime = (value: unknown) => engine.asTime(this.#read(value))
    override asPlainStringArray = (list: readonly unknown[], length = list.length) =>
      list.every((item) => typeof item === 'string')
        ? engine.asPlainStringArray(list, length)
        : `[${Array.from(list, this.asText).join()}]`
  }
}

export const isOfType: Readonly<Record<string, (json: unknown) => boolean>> = {
  null: (json) => json === null,
  boolean: (json) => typeof json === 'boolean',
  string: (json) => typeof json === 'string',
  number: (json) => (typeof json === 'number' && Number.isFinite(json)) || typeof json === 'bigint',
  integer: (json) => Number.isInteger(json) || typeof json === 'bigint',
  array: Array.isArray,
  object: isRecord
}

/** Returns what a value becomes under a type that it does not have, or `undefined` where nothing of it would be left. */
export function convert(json: unknown, type: string, value: unknown): unknown {
  if (type === 'string') return toText(json, value)
  if (type === 'boolean') return json === 0 || json === 1 ? json === 1 : undefined
  if (type !== 'number' && type !== 'integer') return undefined
  const number = typeof json === 'string' && json.trim() !== '' ? Number(json) : undefined
  return isOfType[type]?.(number) ? number : undefined
}

function toText(json: unknown, value: unknown): string | undefined {
  if (typeof json === 'number' || typeof json === 'bigint' || typeof json === 'boolean') return String(json)
  if (value instanceof RegExp) return value.source
  if (!isRecord(value)) return undefined
  return typeof value.toString === 'function' && value.toString !== Object.prototype.toString
    ? String(value)
    : undefined
}

/** How texts of a format are written that may be given as a `Date`. */
const dateFormats = new Map<unknown, 'asDateTime' | 'asDate' | 'asTime'>([
  ['date-time', 'asDateTime'],
  ['date', 'asDate'],
  ['time', 'asTime']
])

/** Whether a value is a date that is written by a format. */
export const isFormatted = (value: unknown, format: unknown): value is Date =>
  value instanceof Date && dateFormats.has(format)

/** Returns what JSON has in the place of a value that a schema with this format describes. */
export function toFormatted(value: unknown, format: unknown, scalars: Scalars): unknown {
  const method = value instanceof Date ? dateFormats.get(format) : undefined
  return method === undefined ? toJsonValue(value) : JSON.parse(scalars[method](value))
}

/** Returns how a value of a declared type is written, whatever it is. Most values have the type, and are written at once. */
export function scalarWriter(type: string, format: unknown, scalars: Scalars): (value: unknown) => string {
  const { asString, asNumber, asBoolean, asText } = scalars
  if (type === 'null') return () => 'null'
  if (type === 'boolean') return (value) => (typeof value === 'boolean' ? `${value}` : asBoolean(value))
  if (type === 'integer') return (value) => (Number.isInteger(value) ? `${value}` : scalars.asInteger(value))
  if (type === 'number') return (value) => (Number.isFinite(value) ? `${value}` : asNumber(value))
  const method = format === 'unsafe' ? 'asUnsafeString' : dateFormats.get(format)
  if (method !== undefined) return scalars[method]
  return (value) => (typeof value === 'string' ? asString(value) : asText(value))
}
