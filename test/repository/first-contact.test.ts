/** The pages that a newcomer opens first are short, and show the project before its details. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n')

/** The lines of a section, without its heading. */
function sectionOf(lines: readonly string[], heading: string): readonly string[] {
  const start = lines.indexOf(heading) + 1
  assert.ok(start > 0, heading)
  const rest = lines.slice(start)
  const end = rest.findIndex((line) => line.startsWith('## '))
  return end < 0 ? rest : rest.slice(0, end)
}

test('README.md has at most 200 lines, begins with the command, and ends with eight links', () => {
  const lines = linesOf('README.md')
  assert.ok(lines.length <= 200, `${lines.length} lines`)
  assert.ok(lines.indexOf('$ npm create espalier my-app') < 10)
  const layout = lines.indexOf('## Layout of a project')
  assert.ok(layout >= 0 && layout + sectionOf(lines, '## Layout of a project').length < 60, `line ${layout + 1}`)
  assert.equal(sectionOf(lines, '## More').filter((line) => line.startsWith('- [')).length, 8)
})

test('CONTRIBUTING.md has at most 80 lines and three commands', () => {
  const lines = linesOf('CONTRIBUTING.md')
  assert.ok(lines.length <= 80, `${lines.length} lines`)
  const commands = lines.filter((line) => /^(npm|node|npx|\.ci)\b/.test(line)).map((line) => line.split('#')[0]?.trim())
  assert.deepEqual(commands, ['npm start', 'npm test', 'npm run format'])
})

test('every page of docs is listed by the tour, except decisions and recipes', () => {
  const tour = readFileSync('docs/tour.md', 'utf8')
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'tour.md')
  assert.ok(pages.length > 30)
  assert.deepEqual(
    pages.filter((name) => !new RegExp(`\\]\\((?:\\S*/docs/)?${name}[)#]`).test(tour)),
    []
  )
})
