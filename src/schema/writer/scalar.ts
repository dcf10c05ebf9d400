import { getOrCreate } from '../../base/get-or-create.ts'
import { isRecord, toJsonValue } from './json-value.ts'

/** The functions of fast-json-stringify for strings, numbers and other scalars. Generated code calls most of them without `this`. */
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

/** Also accepts bigints and objects with `toJSON`. */
export interface Scalars extends EngineScalars {
  asText(this: void, value: unknown): string
  /** @throws TypeError when JSON omits the value; `withRescue` then serializes the whole response again */
  asAny(this: void, value: unknown): string
}
type ScalarsClass = (new (options: object) => Scalars) & { restoreFromState(state: object): Scalars }

const packageName = 'fast-json-stringify/lib/serializer'
const known = new WeakMap<EngineClass, ScalarsClass>()

export function scalarsOf(load: (name: string) => unknown): ScalarsClass {
  const engine = load(packageName) as EngineClass
  return getOrCreate(known, engine, () => extend(engine))
}

/** A `Date` stays unchanged, because fast-json-stringify writes it itself. */
const toEngineValue = (value: unknown) =>
  typeof value === 'object' && !(value instanceof Date) ? toJsonValue(value) : value

/** Generated code does not expect null from `toJSON`. The error makes `withRescue` serialize the whole response again. */
function toNonNullValue(value: unknown): unknown {
  const json = toEngineValue(value)
  if (json === null && value !== null) throw new TypeError('A toJSON returned null.')
  return json
}

function extend(Engine: EngineClass): ScalarsClass {
  const engine = Engine.prototype
  return class extends Engine implements Scalars {
    static restoreFromState = (state: object) => new this({ ...state, isGenerated: true })

    readonly #read: (value: unknown) => unknown

    constructor(options: { readonly isGenerated?: boolean }) {
      super(options)
      this.#read = options.isGenerated ? toNonNullValue : toEngineValue
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
      return Number.isInteger(value) ? `${value}` : super.asInteger(this.#read(value))
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

/** Returns `undefined` if the value cannot be converted. */
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

const dateFormats = new Map<unknown, 'asDateTime' | 'asDate' | 'asTime'>([
  ['date-time', 'asDateTime'],
  ['date', 'asDate'],
  ['time', 'asTime']
])

export const isFormattedDate = (value: unknown, format: unknown): value is Date =>
  value instanceof Date && dateFormats.has(format)

/** Converts a `Date` to text in the format of its schema, such as `2026-01-31` for `date`. */
export function toFormatted(value: unknown, format: unknown, scalars: Scalars): unknown {
  const method = value instanceof Date ? dateFormats.get(format) : undefined
  return method === undefined ? toJsonValue(value) : JSON.parse(scalars[method](value))
}

/** Writes a value of the declared type directly, because most values have it. Other values are converted. */
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
