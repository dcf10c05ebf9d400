// The `request.params` of a path literal, in the syntax of the router. A parameter is `:name` up to `(`, `-`, `.` or `/`, with its pattern in parentheses; a
// segment may have several. `?` after the last segment makes its parameters optional. `*` is the rest, and `::` a literal colon. Random paths in
// test/path-params.test.ts hold it. Twin: src/contract/path.ts.
import type { TSchema } from '@sinclair/typebox'
import type { Nothing } from './context.ts'
import type { Refusal } from './refusal.ts'
import type { Fields, ObjectSchema, RequiredKeysIn } from './schema.ts'

/** The parameters that a path literal declares, all strings: `'/users/:id/*'` gives `{ id: string; '*': string }`. */
export type PathParams<Path extends string> = string extends Path
  ? Record<string, string | undefined>
  : Path extends `${infer Full}?${'' | '/'}`
    ? WithOptional<Full, OptionalTail<Full>, Path>
    : { [Name in NamesIn<Path>]: string }

type WithOptional<Full extends string, Tail extends string, Path extends string> = [Tail] extends [never]
  ? { [Name in NamesIn<Path>]: string }
  : Full extends `${infer Head}/:${Tail}`
    ? { [Name in NamesIn<Head>]: string } & { [Name in NamesIn<`:${Tail}`>]?: string }
    : never

/** The text after the colon of the last segment; nothing where it has a pattern or begins with something else. */
type OptionalTail<Path> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${string}${'/' | '(' | ')'}${string}`
    ? OptionalTail<Rest>
    : Rest
  : never

type NamesIn<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `:${infer After}`
    ? NamesIn<After>
    : Rest extends `${string}${'(' | '-' | '.' | '/'}${string}`
      ? NamesFrom<Rest, Before<Before<Before<Before<Rest, '/'>, '('>, '-'>, '.'>>
      : Rest
  : Path extends '*' | `${string}/${string}*`
    ? '*'
    : never

type Before<Text, Mark extends string> = Text extends `${infer Head}${Mark}${string}` ? Head : Text

/** The name that a text begins with, and those after it. */
type NamesFrom<Text, Name extends string> =
  | Name
  | (Text extends `${Name}(${infer Pattern}`
      ? NamesIn<AfterPattern<Pattern>>
      : Text extends `${Name}${infer After}`
        ? NamesIn<After>
        : never)

/** The text from the parenthesis that closes a pattern on. */
type AfterPattern<Text, Open extends 1[] = []> = Text extends `${infer Char}${infer Rest}`
  ? Char extends '\\'
    ? Rest extends `${string}${infer After}`
      ? AfterPattern<After, Open>
      : never
    : Char extends '('
      ? AfterPattern<Rest, [...Open, 1]>
      : Char extends ')'
        ? Open extends [1, ...infer Outer extends 1[]]
          ? AfterPattern<Rest, Outer>
          : Text
        : AfterPattern<Rest, Open>
  : never

/**
 * The schema of the parameters, unless it asks for one that the path lacks: then the sentence that says so. `Around` are the names of the
 * parameters that stand before the path, in the prefixes of its context. Twin: src/plan/absent-parameter.ts.
 */
export type ParamsOf<Params, Path extends string, Around = never> = [AbsentName<Params, Path, Around>] extends [never]
  ? Params
  : Refusal<`the path '${Path}' has no parameter '${AbsentName<Params, Path, Around>}'`>

// The parameters of a path that is no literal are not known. A record of such paths has no member that it requires.
export type AbsentName<Params, Path extends string, Around> =
  Nothing extends Record<Path, 1> ? never : Exclude<AskedName<Params>, keyof PathParams<Path> | Around>

/** The fields of a schema made with TypeBox; of other schemas none are known here. */
export type ParamFields<Params> = Params extends ObjectSchema
  ? Params['properties']
  : Params extends TSchema
    ? Nothing
    : Params extends Fields
      ? Params
      : Nothing

/** The names that a schema made with TypeBox asks for. */
type AskedName<Params> = RequiredKeysIn<ParamFields<Params>> & string
