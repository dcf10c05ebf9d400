// Texts that would be something else where they stand without quotes, or that a reader would not see.
import fc from 'fast-check'

const marks =
  `' " \` \${ } { */ /* // </script> \\ \\u0027 \\x60 ; , : ( ) < > [ ] = => # ~1 %27 - 0 1e9 ::error:: é 😀`.split(' ')
const words = `__proto__ constructor toString hasOwnProperty prototype then default document exports undefined true null any a pwned()`
const unseen = [
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
  '\udfff'
]
/** Ends of texts with what would stand behind them. */
const ends = [`': "`, `": '`, `', '`, `" }, "`, ' ']

const piece = fc.constantFrom(...marks, ...words.split(' '), ...unseen, ...ends)

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: piece },
  { weight: 6, arbitrary: fc.array(piece, { maxLength: 6 }).map((list) => list.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) }
)

/** JSON with such texts and keys in it. */
export const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.constantFrom(null, true, 0, -1, 0.5, 1e21),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(text, tie('json'), { maxKeys: 3, noNullPrototype: true })
  )
}))
