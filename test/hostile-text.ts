// Texts that would be something else where they stand without quotes, or that a reader would not see.
import fc from 'fast-check'

const pieces = [
  ...[
    "'",
    '"',
    '`',
    '${',
    '}',
    '{',
    '*/',
    '/*',
    '//',
    '</script>',
    '\\',
    '\\u0027',
    '\\x60',
    ';',
    ',',
    ':',
    '(',
    ')',
    '<',
    '>',
    '[',
    ']'
  ],
  ...[
    '\n',
    '\r',
    '\u2028',
    '\u2029',
    '\u0085',
    '\0',
    '\x1b[2J',
    '\u202e',
    '\u2066',
    '\u200b',
    '\ufeff',
    '\ud800',
    '\udfff',
    '😀',
    'é'
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'prototype',
    'then',
    'default',
    'document',
    'exports',
    'undefined',
    'true',
    'null'
  ],
  ...['pwned()', 'a', 'any', ' ', '=', '=>', '::error::', '#', '~1', '%27', '-', '0', '1e9']
]

const piece = fc.constantFrom(...pieces)

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: piece },
  { weight: 6, arbitrary: fc.array(piece, { maxLength: 6 }).map((list) => list.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) }
)
