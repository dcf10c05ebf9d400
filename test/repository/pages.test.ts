import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Packed {
  readonly name: string
  readonly files: readonly { readonly path: string }[]
}

const pack = ['pack', '--dry-run', '--json', '--ignore-scripts', '--workspace', '@espalier/docs']
const packed: Packed[] = JSON.parse(execFileSync('npm', [...pack, '--include-workspace-root'], { encoding: 'utf8' }))
const filesOf = (wanted: string) => packed.find(({ name }) => name === wanted)?.files.map(({ path }) => path) ?? []

test('the package @espalier/docs contains every page unchanged', () => {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path}`)
  const wanted = [...pages.filter((path) => path.endsWith('.md')), 'README.md', 'SECURITY.md', 'llms.txt']
  const files = new Set(filesOf('@espalier/docs'))
  assert.deepEqual(
    wanted.filter((path) => !files.has(`dist/${path}`)),
    []
  )
  for (const path of wanted)
    assert.equal(readFileSync(`packages/docs/dist/${path}`, 'utf8'), readFileSync(path, 'utf8'), `${path}: build anew`)
})

test('a file that is not a page is in neither package', () => {
  const files = filesOf('@espalier/docs').filter((path) => !path.startsWith('dist/docs/'))
  assert.deepEqual(
    files.toSorted(),
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
      ...['LICENSE', 'README.md', 'SECURITY.md', 'llms.txt'].map((name) => `dist/${name}`)
    ].toSorted()
  )
  assert.deepEqual(
    filesOf('espalier').filter((path) => path.endsWith('.md')),
    ['README.md']
  )
})
