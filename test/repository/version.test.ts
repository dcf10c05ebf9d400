// Compares docs/versions.md with the files of the repository: Node versions, compilers, fixes and releases.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => readFileSync(path, 'utf8')
const page = read('docs/versions.md')
const { engines, devDependencies }: { engines: { node: string }; devDependencies: Record<string, string> } = JSON.parse(
  read('package.json')
)

const cellOf = (name: string) => new RegExp(`^\\| ${name} \\| (.+) \\|$`, 'm').exec(page)?.[1] ?? ''

test('the Node versions are those of the package and of CI', () => {
  const [first = '', ...others] = cellOf('Node').split(', ')
  assert.equal(`>=${first.split(' ', 1)[0]}`, engines.node)
  const ci = read('.github/workflows/ci.yml')
  for (const version of ['20', ...others]) assert.match(ci, new RegExp(`\\b${version}\\b`))
})

test('the TypeScript and Fastify versions are those that tests install', () => {
  const [older = '', newer = ''] = cellOf('TypeScript').split(', ')
  assert.ok(devDependencies['@tsd/typescript']?.startsWith(`~${older}.`))
  assert.ok(devDependencies.typescript?.startsWith(`^${newer}.`))
  assert.ok(devDependencies.fastify?.startsWith('^5.'))
})

test('the release workflow compares versions, runs checks, and uses provenance without a token', () => {
  const workflow = read('.github/workflows/release.yml')
  const [checks = '', publish = ''] = workflow.split(/^ {2}publish:$/m)
  assert.match(checks, /release\.mjs "\$GITHUB_REF_NAME" --dry-run\n {6}- run: \.ci\/run/)
  assert.match(publish, /needs: check\n[\s\S]*id-token: write/)
  assert.doesNotMatch(workflow, /secrets\./)
  const script = read('scripts/release.mjs')
  assert.match(script, /'--provenance'/)
  assert.match(script, /includes\('-'\) \? 'next' : 'latest'/)
})

test('the page and SECURITY.md name the same release for fixes', () => {
  assert.match(read('SECURITY.md'), /The newest release gets fixes\./)
  assert.match(page, /The newest release gets fixes,/)
})
