import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { faultsOf, findRiddles, sentencesOf } from './plain-word.ts'

/** How many sentences of a folder still wait for better words. Folders that are not listed have none. The numbers only fall. */
const left: Readonly<Record<string, number>> = {
  'packages/cli': 1,
  'packages/command-kit': 1,
  'packages/migrate': 1,
  'packages/openapi-import': 1,
  'src/openapi': 2
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts'))
}

/** `src/http`, `packages/cli`; files of `types` are one folder. */
const folderOf = (path: string) => /^(?:types|src\/[^/]+|packages\/[^/]+)/.exec(path)?.[0] ?? path

const companions = readdirSync('packages')
  .map((name) => `packages/${name}/src`)
  .filter((folder) => existsSync(folder))
const paths = ['src', 'types', ...companions].flatMap(filesBelow)
const found = paths.flatMap((path) =>
  findRiddles(path, readFileSync(path, 'utf8')).map(({ line, text, fault }) => ({
    folder: folderOf(path),
    riddle: `${path}:${line} ${fault}: ${text}`
  }))
)
const byFolder = new Map<string, string[]>()
for (const { folder, riddle } of found) byFolder.set(folder, [...(byFolder.get(folder) ?? []), riddle])

test('comments and messages are in plain words: subject first, a thing, at most 25 words', () => {
  assert.ok(paths.length > 400)
  for (const [folder, riddles] of byFolder) {
    const limit = left[folder] ?? 0
    const list = riddles.join('\n')
    assert.ok(riddles.length <= limit, `${folder} may have ${limit} such sentences and has ${riddles.length}:\n${list}`)
  }
})

test('the limit of a folder is less than twice its number of such sentences', () => {
  for (const [folder, limit] of Object.entries(left))
    assert.ok((byFolder.get(folder)?.length ?? 0) > limit / 2, `${folder} may have fewer than ${limit}`)
})

test('a riddle is found in each kind of comment and in a message, but not in code', () => {
  const text = [
    '// What a line says,',
    '// and what it does not.',
    '/** Returns a name. Whoever reads it knows. */',
    'export const name = 1 // for nobody',
    'const message = `It belongs to nobody in this app.`',
    "const code = 'whoever'",
    '/** `nobody` is a name. What?',
    ' * @param text what the user wrote',
    ' */'
  ].join('\n')
  assert.deepEqual(
    findRiddles('a.ts', text).map(({ line, fault }) => `${line} ${fault}`),
    ["1 begins with 'What'", "3 has 'Whoever'", "3 begins with 'Whoever'", "4 has 'nobody'", "5 has 'nobody'"]
  )
})

test('a sentence ends at a full stop, a paragraph, an item or a tag, and has at most 25 words', () => {
  assert.deepEqual(sentencesOf('One. Two e.g. three (v1.2). \n\n- four\n- five\n@throws six'), [
    'One.',
    'Two e.g. three (v1.2).',
    'four',
    'five',
    'six'
  ])
  assert.deepEqual(faultsOf('word '.repeat(25)), [])
  assert.deepEqual(faultsOf('word '.repeat(26)), ['has 26 words'])
  assert.deepEqual(faultsOf('What is this?'), [])
})
