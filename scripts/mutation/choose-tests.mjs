/**
 * Returns the rows of the test files that may notice a mutant, the likeliest first: those named for its source, those that have noticed the most of
 * its neighbours in this run, then the quickest.
 */
export function chooseTests(mutant, rows, kills) {
  const place = mutant.file.replace(/^src\//, '').replace(/\.ts$/, '')
  const nearness = ({ test }) =>
    test === `test/${place}.test.ts` ? 2 : test.includes(`/${place.split('/').at(-1)}.test`) ? 1 : 0
  const killsOf = ({ test }) => kills.get(`${mutant.file} ${test}`) ?? 0
  const isKnown = rows.some(({ covers }) => covers.has(mutant.name))
  // Of a mutant that came after the last measuring, the tests are known that run its file.
  const mayNotice = ({ end, covers, files }) =>
    end === 'passed' && (isKnown ? covers.has(mutant.name) : files.has(mutant.file))
  return rows
    .filter(mayNotice)
    .sort(
      (one, other) =>
        nearness(other) - nearness(one) || killsOf(other) - killsOf(one) || one.milliseconds - other.milliseconds
    )
}
