/**
 * A part of what is many and slow, for `npm test` alone: a file that is run by itself takes all of it, and so do `npm test -- --whole` and the
 * stages that are named (`node scripts/test.mjs unit`).
 * @param share one of how many is taken
 * @param first the place of the first, so that neighbours take different ones
 */
export function sample<Entry>(list: readonly Entry[], share: number, first = 0): readonly Entry[] {
  if (process.env.ESPALIER_SAMPLE === undefined) return list
  return list.filter((_, place) => place % share === first % share)
}
