// biome-ignore lint/suspicious/noExplicitAny: the seam where tests of misuse leave the type system, on purpose
export type Anything = any
