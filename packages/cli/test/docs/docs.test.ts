import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import { createFolder, espalier } from '../../../../test/ahead/running.ts'
import { readDocuments } from '../../src/docs/read-documents.ts'
import { testRefusals } from '../refusal.ts'

// The folder is not a project: the documents come with the command.
const folder = await createFolder()
after(() => rm(folder, { recursive: true }))

const docs = (...args: string[]) => espalier(['docs', ...args], {}, folder)

testRefusals('docs', [
  ['no letters', ['?!'], 2, /^'\?!' has no letters\.\n\nUsage: espalier docs \[<words> …\]/],
  ['words and a page', ['hooks', '--page', 'README.md'], 2, /^Give words or --page, not both\./],
  [
    'an unknown page',
    ['--page', 'docs/option.md'],
    1,
    /no page 'docs\/option\.md'\. Did you mean 'docs\/options\.md'\?/
  ],
  ['a file beside the pages', ['--page', '../package.json'], 1, /no page '\.\.\/package\.json'/],
  ['an unknown section', ['--page', 'docs/options.md#limit'], 1, /no section '#limit'\. Did you mean '#limits'\?/],
  ['a misspelt word', ['bodyLimti'], 1, /^No document has the word 'bodyLimti'\. The nearest is 'bodyLimit'\.\n$/]
])

test('docs prints the best section and the addresses of five others', async () => {
  const { code, stdout, stderr } = await docs('order', 'of', 'hooks')
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(
    stdout,
    /^docs\/lifecycle\.md#hooks-of-an-app\n\n## Hooks of an app\n\n[\s\S]+\n\nFound as well:\n(?: {2}\S+ {2}.+\n){5}$/
  )
  const addresses = stdout.match(/^(?: {2}\S+|docs\S+)(?=$| {2})/gm)?.map((address) => address.trim())
  assert.equal(new Set(addresses).size, 6)
})

test('docs prints only the row of an error code', async () => {
  const { stdout } = await docs('ESP_ERR_NOT_READY')
  assert.match(stdout, /^docs\/errors\.md#errors\n\n\| Code .*\n\|.*\n\| `ESP_ERR_NOT_READY` \| 500 \| .*\n\nFound/)
})

test('docs reports an unknown word and prints the result of the other words', async () => {
  const { code, stdout, stderr } = await docs('onSend', 'guardz')
  assert.equal(code, 0)
  assert.match(stdout, /^docs\/lifecycle\.md#hooks-of-a-request\n/)
  assert.equal(stderr, "No document has the word 'guardz'. The nearest is 'guard'.\n")
})

test('docs prints the start of a page if its title matches best', async () => {
  const { stdout } = await docs('upload')
  assert.match(stdout, /^docs\/recipes\/uploads\.md#uploads\n\n# Uploads\n[\s\S]*\n## Files in a form\n[\s\S]*```ts/)
  assert.match(stdout, /\n… \d+ more lines: espalier docs --page docs\/recipes\/uploads\.md\n/)
})

test('docs prints at most 60 lines of a long section', async () => {
  const { stdout } = await docs('onSend', 'hooks')
  assert.match(stdout, /^docs\/lifecycle\.md#hooks-of-a-request\n/)
  assert.ok(stdout.split('\n').length < 75)
})

test('docs prints at most 60 lines of a long page, and the command for the rest', async () => {
  const { stdout } = await docs('errors')
  assert.match(stdout, /\n… \d+ more lines: espalier docs --page docs\/errors\.md\n/)
  assert.ok(stdout.split('\n').length < 75)
  const whole = await docs('--page', 'docs/errors.md#errors')
  assert.match(whole.stdout, /^# Errors\n[\s\S]*FST_BEARER_AUTH_INVALID_SPEC/)
})

test('docs without words prints the pages by task, and --page prints one', async () => {
  const { stdout } = await docs()
  assert.match(stdout, /^# espalier\n[\s\S]*\n## Guides\n\n- \[Contexts\]\(docs\/contexts\.md\): /)
  assert.match(stdout, /\n- \[Uploads\]\(docs\/recipes\/uploads\.md\): /)
  const { stdout: page } = await docs('--page', 'docs/options.md')
  assert.match(page, /^# Options\n[\s\S]*## Limits\n/)
})

test('docs --json lists every page', async () => {
  const rows: { page: string; heading: string; text: string }[] = JSON.parse((await docs('--json')).stdout)
  assert.ok(rows.length > 50)
  assert.equal(rows.find(({ page }) => page === 'docs/streams.md')?.heading, 'Streams')
  const { pages } = readDocuments()
  assert.deepEqual(rows.map(({ page }) => page).sort(), [...pages.keys()].sort())
})

test('docs prints JSON with the pages, headings, anchors, texts and scores', async () => {
  const hits = JSON.parse((await docs('maxRequestsInFlight', '--json')).stdout)
  assert.deepEqual(Object.keys(hits[0]).sort(), ['anchor', 'heading', 'page', 'score', 'text'])
  assert.deepEqual(
    [hits[0].page, hits[0].heading, hits[0].anchor],
    ['docs/options.md', 'maxRequestsInFlight', 'limits']
  )
  assert.ok(hits[0].score > (hits[1]?.score ?? 0))
  const none = await docs('xyzzy', '--json')
  assert.deepEqual([none.code, none.stdout], [1, '[]\n'])
})
