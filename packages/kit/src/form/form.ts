/**
 * Forms with files as schemas, for routes and for endpoints. Published as `@espalier/kit/form`. It loads only TypeBox, so code for browsers may import
 * it.
 */
import { type Static, type TObject, type TProperties, type TUnsafe, Type } from '@sinclair/typebox'
import type { Formed } from 'espalier'

/** A file that has arrived. */
export interface Upload {
  /** The client's name of the file, without folders and control characters. Only display it; do not use it as a path. */
  readonly name: string
  /** The media type that the client declares, in lower case. The content may be something else. */
  readonly type: string
  /** The size in bytes. */
  readonly bytes: number
  /** The path of the file until the request ends. Move it to keep it. */
  readonly path: string
}

export interface FileOptions {
  /** The largest size in bytes. */
  readonly maxBytes: number
  /** The accepted media types, such as `'image/png'` or `'image/*'`. Default: all. */
  readonly types?: readonly string[]
  /** The description for documents. Default: a sentence with both limits. */
  readonly description?: string
}

/** The symbol under which a schema has the limits of its file. Copies of the schema keep it, and JSON omits it. */
export const limitsOfFile = Symbol.for('@espalier/kit.file')

/**
 * An `$id` that no schema has. The plugin `uploads` replaces it in the routes that it handles; any other route fails at boot with this text in the
 * error.
 */
const unserved = 'register-uploads-before-this-route'

/**
 * The schema of a file in a form. Use `Type.Array(file(…), { maxItems: 5 })` for several. It refers to a schema that only routes with the plugin
 * `uploads` have. In another route the handler would get a string instead of the file.
 *
 * @throws RangeError when `maxBytes` is out of range; FST_ERR_SCH_VALIDATION_BUILD `can't resolve reference register-uploads-before-this-route` at
 * boot, when the context of the route has no plugin `uploads`, or has it later
 */
export function file({ maxBytes, types, description }: FileOptions): TUnsafe<Upload> {
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1)
    throw new RangeError(`file() takes maxBytes, a whole number from 1, not ${maxBytes}.`)
  const said = types === undefined ? `At most ${maxBytes} bytes.` : `At most ${maxBytes} bytes, ${types.join(' or ')}.`
  return Type.Unsafe<Upload>({
    $ref: unserved,
    type: 'string',
    format: 'binary',
    description: description ?? said,
    [limitsOfFile]: { maxBytes, types }
  })
}

/** The body of a form: handlers get the values, clients pass a `FormData`. */
export type FormBody<Fields extends TProperties> = TUnsafe<Static<TObject<Fields>>> & Formed<FormData>

/**
 * Returns the members `body` and `consumes` of a schema. Texts are coerced by the schemas of their fields. The plugin `uploads` parses the form.
 *
 * @throws TypeError when a list of files has no `maxItems`
 * @example
 * const addCover = endpoint('POST /covers', { ...form({ title: Type.String(), cover: file({ maxBytes: 1_000_000 }) }) })
 * addCover.schema.consumes // [ 'multipart/form-data' ]
 */
export function form<Fields extends TProperties>(fields: Fields): { consumes: string[]; body: FormBody<Fields> } {
  for (const [name, { items, maxItems }] of Object.entries(fields))
    if (Object.hasOwn(Object(items), limitsOfFile) && maxItems === undefined)
      throw new TypeError(`The list of files '${name}' needs a bound: Type.Array(file(…), { maxItems: 5 }).`)
  const body = Type.Unsafe<Static<TObject<Fields>>>(Type.Object(fields)) as FormBody<Fields>
  return { consumes: ['multipart/form-data'], body }
}
