import { dirname } from 'node:path'

/**
 * Returns the rows of the test files that may notice a mutant, the likeliest first: those named for its source, then those that speak of what its
 * line speaks of and few others do, then the quickest. Those that have noticed its neighbours in this run count as if they did.
 *
 * @param rows of `measureCoverage`, each with the words of its file
 */
export function chooseTests(mutant, rows, kills) {
  const place = mutant.file.replace(/^src\//, '').replace(/\.ts$/, '')
  const [folder, ...rest] = place.split('/')
  const name = rest.at(-1)
  const inside = dirname(place)
  const nearness = (test) => {
    if (test === `test/${place}.test.ts` || test.startsWith(`test/${place}/`)) return 3
    if (test.includes(`/${name}.test`)) return 2
    if (test.startsWith(`test/${inside}/`)) return 1
    return test.startsWith(`test/${folder}/`) ? 0.5 : 0
  }
  const isKnown = rows.some(({ covers }) => covers.has(mutant.name))
  // Of a mutant that came after the last measuring, the tests are known that run its file.
  const mayNotice = ({ end, covers, files }) =>
    end === 'passed' && (isKnown ? covers.has(mutant.name) : files.has(mutant.file))
  const candidates = rows.filter(mayNotice)
  const rarity = [...wordsOf(mutant.source)].map((word) => {
    const holders = rows.filter(({ words }) => words.has(word)).length
    return [word, holders === 0 ? 0 : Math.log(rows.length / holders)]
  })
  const likeliness = ({ test, words }) =>
    10 * nearness(test) +
    Math.min(5, kills.get(`${mutant.file} ${test}`) ?? 0) +
    rarity.reduce((sum, [word, weight]) => sum + (words.has(word) ? weight : 0), 0)
  return candidates
    .map((row) => ({ ...row, likeliness: likeliness(row) }))
    .sort((one, other) => other.likeliness - one.likeliness || one.milliseconds - other.milliseconds)
}

/** The names in a text. */
export function wordsOf(text) {
  return new Set(text.match(/[A-Za-z_]\w{3,}/g) ?? [])
}
