/** Expressions of exponential cost: every shape with every kind of character, those of real projects, and single ones. */

/** Pairs of expressions that match some of the same characters. */
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
  'a repetition of an optional part': (one) => `^(${one}*)*$`,
  'without captures, lazily': (one) => `^(?:${one}+?)+?$`,
  'two branches that share characters': (one, other) => `^(?:${one}|${other})+$`,
  'a branch that is another one twice': (one) => `^(?:${one}|${one}${one})*$`,
  'neighbours that share characters': (one, other) => `^(?:${one}+${other}+)+$`,
  'an optional separator': (one) => `^(?:${one}+~?)+$`,
  'optional parts': (one, other) => `^(?:${one}?${other}?)*$`,
  'a repetition before a missing character': (one) => `^(?:${one}+)+~`,
  'a repetition with a maximum of 50': (one) => `^(?:${one}+~?){1,50}$`,
  'nested repetitions with a maximum': (one) => `^((${one}{0,10}){0,10}){0,10}$`,
  'a lookahead': (one) => `^(?=(${one}+)+~)`,
  'a negative lookahead': (one) => `^(?!(${one}+)+~).*$`,
  'a lookbehind': (one) => `(?<=^(?:${one}+)+)~`,
  'beside 500 other characters': (one) => `^(?:${'~'.repeat(500)}|(?:${one}|${one})*)$`,
  'three levels down': (one) => `^(?:x|(?:y|(?:${one}*)*)z)$`,
  'a back reference': (one) => `^(~?)(?:${one}+\\1)+$`,
  'a lookahead that excludes no path': (one) => `^(?:(?=${one})${one}+)+$`,
  'two paths that a longer lookahead does not exclude': (one) => `^(?:(?!~!)${one}+|~)+$`,
  'a part that always matches before one that may fail': (one) => `^(?:[^]|${one})*~!`,
  'a part that always matches in a lookahead': (one) => `^(?=(?:[^]|${one})*$~)`,
  'a repetition with a minimum of 50': (one) => `(?:${one}+){50}`,
  'a long repetition before a missing character': (one) => `^(?:${one}+){40}~`,
  'an optional group': (one) => `^(?:(?:${one}+)+~)?`
}

export const families = Object.fromEntries(
  Object.entries(shapes).map(([name, shape]) => [name, characters.map(([one, other]) => shape(one, other))])
)

/** By repository or package. */
export const ofProjects: Readonly<Record<string, readonly string[]>> = {
  'PrismJS/prism': [
    '<\\/?(?!\\d)[^\\s>\\/=$<%]+(?:\\s+[^\\s>\\/=]+(?:=(?:("|\')(?:\\\\[\\s\\S]|\\{(?!\\{)(?:\\{(?:\\{[^{}]*\\}|[^{}])*\\}|[^{}])+\\}|(?!\\1)[^\\\\])*\\1|[^\\s\'">=]+))?)*\\s*\\/?>',
    '=(?:("|\')(?:\\\\[\\s\\S]|\\{(?!\\{)(?:\\{(?:\\{[^{}]*\\}|[^{}])*\\}|[^{}])+\\}|(?!\\1)[^\\\\])*\\1|[^\\s\'">=]+)'
  ],
  'SchemaStore/schemastore': [
    '^(?:(?:>=|>|<=|<)\\d+\\.\\d+\\.\\d+(?:[+-]\\S+)?\\s*)+$',
    '^([A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*)*$',
    '^(.+\\/)+(.+)\\.(ya?ml)(@.+)?$',
    '^[^,]+ -> [^,]+(,[^,]+ -> [^,]+)*$',
    '^(Location|Equipment|Point|Property)_([A-Z][A-Za-z0-9_]+)*[A-Z][A-Za-z0-9_]*$',
    '^(/)?([^/\u0000]+(/)?)+$',
    '^((?:.?[0-9]+){3,}(?:[-a-z]+)?)$'
  ],
  'ajaxorg/ace': [
    '^([^\\t ]+(?:\\s[^\\t ]+)*:)(\\s*.*)',
    '("(?:\\\\.|[^"])*")|(?:,\\s*)+([\\]\\}])|(\\w+)\\s*:|([\\]\\}]\\s*[\\[\\{])|(\\/\\/.*|\\/\\*(?:[^\\*]|\\*(?=[^\\/]))*?\\*\\/)'
  ],
  'aws/aws-sdk-js': [
    '^arn:aws(-\\w+)*:[\\w\\d-]+:([\\w\\d-]*)?:[\\w\\d_-]*([:/].+)*$',
    '(?:^[\\d\\w\\-_\\.+]*$)|(?:^arn:aws(-\\w+)*:[\\w\\d-]+:([\\w\\d-]*)?:[\\w\\d_-]*([:/].+)*$)',
    '^[a-z0-9*](?:[._\\-/a-z0-9*]?[a-z0-9*]+)*$',
    'https://aps-workspaces.([a-z]{2}-[a-z-]{1,20}-[1-9]).amazonaws(.[0-9A-Za-z]{2,4})+/workspaces/[-_.0-9A-Za-z]{1,100}/api/v1/remote_write',
    '^[ \\t]*[^\\x00-\\x1F:\\x7F]+([ \\t]+[^\\x00-\\x1F:\\x7F]+)*[ \\t]*$',
    '^[ \\t]*[\\x20-\\x7E]+([ \\t]+[\\x20-\\x7E]+)*[ \\t]*$',
    '^[0-9](.[0-9]*)*$',
    '^([A-Za-z](-|_|.)?)+$',
    '^(([0-9]|.|/)*)$',
    "^s3://[a-zA-Z0-9.-]{3,63}(/[a-zA-Z0-9!_.*'()/-]*)*$",
    '^([^/]([!-~]+/){1,511})?[A-Za-z0-9_+=,.@-]{1,64}$',
    '^https://([.\\-_a-zA-Z0-9]+/?){3,1016}$',
    '^s3[an]?://[a-z0-9][\\.\\-a-z0-9]{1,61}[a-z0-9](/[^/].*)+$',
    '\\$\\{(\\w+.)+\\w+\\}'
  ],
  'readable-stream': ['^(?:<[^>]*>)(?:\\s*;\\s*[^;"\\s]+(?:=(")?[^;"\\s]*\\1)?)*$']
}

/** Expressions from projects and from vulnerability reports, and expressions that the analysis once got wrong. */
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
  '^(?:\\s*[a-z]+\\s*:\\s*[^;]+;)*$',
  // Something might have matched already, but has not.
  '^(?:(?:a|a)*b?)*c|',
  '(?!(?:.|\\s)*!)^x',
  '^(?:.|a)*$',
  '^(?:[^]|a)*$(?<!\\0)',
  '^((?:[^]|a)*)\\1$',
  // Counted repetitions.
  '(?:a|a){40,}',
  '(?:a|a){5000}',
  '(?:(?:a|ab?){30}){100}',
  '(?:ab|a|b){3000,}',
  '(?:(?:a|a)(?:b|b)?){3000}',
  '^(?:(?:a|a)|(?:(?:zy)+~?){50}){1,2}$',
  '^(?:(?:ab|a|b){9,}c)+$',
  '(?:a+~?){30,50}',
  // Lookarounds and back references that do not exclude one of the two paths.
  '^(?:(?!ab)[ab]|b|ab)+$',
  '^(?:\\$\\{[^}]*\\}|(?!\\$\\()[^])*~~$',
  '^(["\'])(?:(?!\\1)[^]|.)*\\1$',
  '^(?:(["\'])(?:(?!\\1)[^]|\\\\.)*\\1|["\'])+$',
  '^(a|b)(?:\\1|[ab])+$',
  '^(a|ab)(?:\\1|ab)+$'
]
