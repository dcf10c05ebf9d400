// What a path literal says about `request.params`. The syntax is the router's: `:name`, `:name?` (last segment only),
// `:name(^\\d+)`, several parameters per segment split by `-` or `.`, `*`, and `::` for a literal colon.

/** Name of a parameter without its regular expression. */
type WithoutPattern<Text extends string> = Text extends `${infer Name}(${string})?`
  ? `${Name}?`
  : Text extends `${infer Name}(${string}`
    ? Name
    : Text

/** Names in one segment, where `Text` starts right after the first colon. */
type NamesInSegment<Text extends string> = Text extends `${infer Left}:${infer Right}`
  ? WithoutPattern<WithoutSeparator<Left>> | NamesInSegment<Right>
  : WithoutPattern<WithoutSeparator<Text>>

type WithoutSeparator<Text extends string> = Text extends `${infer Name}-${string}`
  ? Name
  : Text extends `${infer Name}.${string}`
    ? Name
    : Text

/** Every parameter of a path; an optional one keeps its `?`. */
type NamesInPath<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? NamesIn<Segment> | NamesInPath<Rest>
  : NamesIn<Path>

type NamesIn<Segment extends string> = Segment extends `${infer Before}::${infer After}`
  ? NamesIn<Before> | NamesIn<After>
  : Segment extends `${string}:${infer Names}`
    ? NamesInSegment<Names>
    : Segment extends `${string}*`
      ? '*'
      : never

type OptionalName<Name> = Name extends `${infer Bare}?` ? Bare : never

/** The parameters that a path literal declares, all strings: `'/users/:id/*'` gives `{ id: string; '*': string }`. */
export type PathParams<Path extends string> = string extends Path
  ? Record<string, string | undefined>
  : ParamsOf<NamesInPath<Path>>

type ParamsOf<Name extends string> = [OptionalName<Name>] extends [never]
  ? { [Key in Name]: string }
  : { [Key in Exclude<Name, `${string}?`>]: string } & { [Key in OptionalName<Name>]?: string }
