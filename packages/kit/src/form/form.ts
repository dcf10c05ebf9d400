/**
 * Schemas of forms with files, for routes and endpoints. Published as `@espalier/kit/form`, which loads only TypeBox, so that code for browsers may
 * import it.
 */
import { type Static, type TObject, type TProperties, type TUnsafe, Type } from '@sinclair/typebox'
import type { Formed } from 'espalier'

/** A file of a form, which the server has received. */
export interface Upload {
  /** The file name that the client sent, without folders and control characters. Do not use it as a path. */
  readonly name: string
  /** The media type that the client sent, in lower case. The content may be of another type. */
  readonly type: string
  /** The size in bytes. */
  readonly bytes: number
  /** The path of the file, which is removed when the request ends. Move it to keep it. */
  readonly path: string
}

export interface FileOptions {
  /** The largest size in bytes. */
  readonly maxBytes: number
  /** The accepted media types, such as `'image/png'` or `'image/*'`. Default: all. */
  readonly types?: readonly string[]
  /** The description in OpenAPI documents. Default: a sentence with `maxBytes` and `types`. */
  readonly description?: string
}

/** The key of a file's limits in the schema that `file()` returns. Copies of the schema keep a symbol key, and JSON omits it. */
export const limitsOfFile = Symbol.for('@espalier/kit.file')

/**
 * The `$ref` in the schema of `file()`, which the plugin `uploads` replaces. Without the plugin, boot fails, and the error quotes this text as
 * advice.
 */
const advice = 'register-uploads-before-this-route'

/**
 * The schema of a file in a form. Use `Type.Array(file(…), { maxItems: 5 })` for several files. Register the plugin `uploads` before the route.
 *
 * @throws RangeError when `maxBytes` is out of range; FST_ERR_SCH_VALIDATION_BUILD `can't resolve reference register-uploads-before-this-route` at
 * boot, when the plugin is not registered before the route
 */
export function file({ maxBytes, types, description }: FileOptions): TUnsafe<Upload> {
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1)
    throw new RangeError(`file() takes maxBytes, a whole number from 1, not ${maxBytes}.`)
  const limits =
    types === undefined ? `At most ${maxBytes} bytes.` : `At most ${maxBytes} bytes, ${types.join(' or ')}.`
  return Type.Unsafe<Upload>({
    $ref: advice,
    type: 'string',
    format: 'binary',
    description: description ?? limits,
    [limitsOfFile]: { maxBytes, types }
  })
}

/** The type of a form's body: handlers get the values, and clients pass a `FormData`. */
export type FormBody<Fields extends TProperties> = TUnsafe<Static<TObject<Fields>>> & Formed<FormData>

/**
 * Returns `body` and `consumes` for a route schema. The plugin `uploads` parses the form, and converts its texts to the types of the fields.
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
