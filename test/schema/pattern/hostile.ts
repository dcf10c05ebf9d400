/** Expressions of exponential cost, by family: every shape with every kind of character, and single ones. */

/** Sets of characters, each by two expressions that share some. */
const characters: readonly (readonly [one: string, other: string])[] = [
  ['a', 'a'],
  ['\\d', '[0-9a-f]'],
  ['\\w', '[a-z]'],
  ['\\S', '[^ ]'],
  ['[a-zA-Z0-9_.-]', '\\w'],
  ['[^,]', '[^,;]'],
  ['\\p{L}', '[a-z]'],
  ['[à-ü]', 'é'],
  ['[\\u1000-\\u1010]', '[\\u1005-\\u1020]'],
  ['\\p{Script=Thai}', '[\\u0e01-\\u0e2f]'],
  ['\\p{Script=Georgian}', '\\p{L}'],
  ['[\\u{1f600}-\\u{1f610}]', '[\\u{1f605}-\\u{1f620}]'],
  ['\\x41', '[A-F]'],
  ['[\\s\\d]', '[ \\t]']
]

const shapes: Readonly<Record<string, (one: string, other: string) => string>> = {
  'a repetition in a repetition': (one) => `^(${one}+)+$`,
  'a repetition of what may be empty': (one) => `^(${one}*)*$`,
  'without captures, lazily': (one) => `^(?:${one}+?)+?$`,
  'two branches that share characters': (one, other) => `^(?:${one}|${other})+$`,
  'a branch twice another': (one) => `^(?:${one}|${one}${one})*$`,
  'neighbours that share characters': (one, other) => `^(?:${one}+${other}+)+$`,
  'an optional separator': (one) => `^(?:${one}+~?)+$`,
  'optional parts': (one, other) => `^(?:${one}?${other}?)*$`,
  'a repetition before what is missing': (one) => `^(?:${one}+)+~`,
  'a repetition with an end, of 50': (one) => `^(?:${one}+~?){1,50}$`,
  'repetitions with an end in each other': (one) => `^((${one}{0,10}){0,10}){0,10}$`,
  'a lookahead': (one) => `^(?=(${one}+)+~)`,
  'a negative lookahead': (one) => `^(?!(${one}+)+~).*$`,
  'a lookbehind': (one) => `(?<=^(?:${one}+)+)~`,
  'beside 500 other characters': (one) => `^(?:${'~'.repeat(500)}|(?:${one}|${one})*)$`,
  'three levels down': (one) => `^(?:x|(?:y|(?:${one}*)*)z)$`,
  'a back reference': (one) => `^(~?)(?:${one}+\\1)+$`,
  'a lookahead that tells nothing apart': (one) => `^(?:(?=${one})${one}+)+$`
}

export const families = Object.fromEntries(
  Object.entries(shapes).map(([name, shape]) => [name, characters.map(([one, other]) => shape(one, other))])
)

/** What was found in projects, in reports of weaknesses, and where earlier judgements went wrong. */
export const single = [
  '(x+x+)+y',
  '(a|aa)+$',
  '^(a|b|ab)*$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^([a-z0-9]+-?)*$',
  '^(?<word>\\S+ *)+$',
  '^(?:[^"]|\\\\.)*"$',
  '^(([a-z0-9]\\.?)+)*@',
  '^(.*,)*$',
  '^((a{1,3})*b?)*$',
  '^(?:a(?:|))*$',
  '^(?:(?:a?)+b)*$',
  '^(?:(?:a?){2}b)*$',
  '^(?:a?){40}a{40}$',
  '^(?:(?:a+)+b)*',
  '^(?:(?:a{1,9}){1,9}){1,9}$',
  '^(a+)\\1*(?:\\1+)+$',
  '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^([a-zA-Z0-9_.-]+)+@example\\.com$',
  '^(\\w+\\.?)+@',
  '^(\\/?[\\w-]+\\/?)*$',
  '^(https?:\\/\\/)?([\\da-z.-]+)\\.([a-z.]{2,6})([\\/\\w .-]*)*\\/?$',
  '^(?:[a-z]+ *)*:$',
  '^\\s*(?:\\w+\\s*,?\\s*)+$',
  '^(?:\\d+,?)+$',
  '^(?:[A-Z]{1,3}){8,60}\\d$',
  '^(\\([^)]*\\)|[^(]+)*$|^(?:(?:[^)]+)*)!$',
  '^#?(([0-9a-f]{1,2})+)+$',
  '^(?:-?[a-z]*)+$',
  '^(?:[^\\r\\n]*(?:\\r\\n?|\\n))*$',
  "^'(?:[^'\\\\]+|\\\\.)*'$",
  '^(?:#{1,6} .*\\n?)+$',
  '^(?:[^\\r\\n]*(?:\\r\\n|\\r|\\n))*$',
  '^(?:\\s*[a-z]+\\s*:\\s*[^;]+;)*$'
]
