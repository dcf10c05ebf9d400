import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocuments } from '../../src/docs/read-documents.ts'

const { pages, sections } = readDocuments()
const on = (path: string) => sections.filter(({ page }) => page === path)

test('a section has its heading, its text and the anchor that links use', () => {
  const { title, anchor, text } = on('docs/explain.md').find(({ heading }) => heading === 'On the command line') ?? {}
  assert.deepEqual([title, anchor], ['Explain', 'on-the-command-line'])
  assert.match(text ?? '', /^## On the command line\n[\s\S]*npx espalier routes/)
  assert.doesNotMatch(text ?? '', /### Exit codes/)
  const named = [...pages].flatMap(([, markdown]) => [...markdown.matchAll(/\]\((\w[\w-]*\.md)#([\w-]+)\)/g)])
  const known = new Set(sections.map((section) => `${section.page.split('/').at(-1)}#${section.anchor}`))
  assert.deepEqual(
    named.map(([, page, name]) => `${page}#${name}`).filter((address) => !known.has(address)),
    []
  )
})

test('a comment in code is not a heading', () => {
  assert.ok(pages.get('docs/settings.md')?.includes('\n# PORT=3000\n'))
  assert.ok(on('docs/settings.md').every(({ heading }) => !heading.includes('PORT')))
})

test('a table row that begins with names is found by them', () => {
  const rows = on('docs/options.md').filter(({ isRow }) => isRow)
  const row = rows.find(({ heading }) => heading === 'frameworkErrors, clientErrorHandler')
  assert.equal(row?.anchor, 'what-is-shown')
  assert.deepEqual(row?.text.split('\n').slice(0, 2), [
    '| option | default | what relaxing it costs |',
    '|---|---|---|'
  ])
  assert.equal(row?.text.split('\n').length, 3)
})
