/**
 * Rewrites the key `"__proto__":` of object literals in source text as `["__proto__"]:`, because the plain key sets the prototype. The text of
 * strings stays unchanged, because quotes inside strings are escaped.
 */
export const withOwnProto = (source: string): string => source.replaceAll(/(?<=[{,]\s*)"__proto__":/g, '["__proto__"]:')
