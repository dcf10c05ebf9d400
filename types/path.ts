// The `request.params` of a path literal, in the router's syntax. A parameter is `:name` up to `(`, `-`, `.` or `/`, with its pattern in parentheses;
// a segment may have several parameters. `?` after the last segment makes its parameters optional. `*` is a wildcard, and `::` a literal colon.
// test/path-params.test.ts checks random paths. Implementation: src/contract/path.ts.
import type { TSchema } from '@sinclair/typebox'
import type { Nothing } from './context.ts'
import type { Refusal } from './refusal.ts'
import type { Fields, ObjectSchema, RequiredKeysIn } from './schema.ts'

// The parameters that a path literal declares, all strings: `'/users/:id/*'` gives `{ id: string; '*': string }`.
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

// The text after the colon of the last segment: `'/a/:b'` → `'b'`. `never` if the last segment has a pattern or does not start with a parameter.
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

// The parameter name at the start of a text, and the later names in the text: `'id/:page'` → `'id' | 'page'`.
type NamesFrom<Text, Name extends string> =
  | Name
  | (Text extends `${Name}(${infer Pattern}`
      ? NamesIn<AfterPattern<Pattern>>
      : Text extends `${Name}${infer After}`
        ? NamesIn<After>
        : never)

// The text from the parenthesis that closes a pattern: `'a(b)c)/:d'` → `')/:d'`.
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

// `Around` are the names of prefix parameters, which the schema may also have. At run time: src/plan/absent-parameter.ts.
export type ParamsOf<Params, Path extends string, Around = never> = [AbsentName<Params, Path, Around>] extends [never]
  ? Params
  : Refusal<`the path '${Path}' has no parameter '${AbsentName<Params, Path, Around>}'`>

// If the type of the path is `string`, its parameters are unknown, so every name is allowed. Only then is `{}` assignable to `Record<Path, 1>`.
export type AbsentName<Params, Path extends string, Around> =
  Nothing extends Record<Path, 1> ? never : Exclude<AskedName<Params>, keyof PathParams<Path> | Around>

export type ParamFields<Params> = Params extends ObjectSchema
  ? Params['properties']
  : Params extends TSchema
    ? Nothing
    : Params extends Fields
      ? Params
      : Nothing

type AskedName<Params> = RequiredKeysIn<ParamFields<Params>> & string
