// Links lead to an existing place, and links of a document in the package lead to a file of the package or to a web address.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'

const { homepage, repository, bugs }: { homepage: string; repository: { url: string }; bugs: string } = JSON.parse(
  readFileSync('package.json', 'utf8')
)
const home = homepage.replace(/#.*$/, '')

/** The files of a package's tarball, as npm reads its package.json. */
const filesOf = (folder: string): string[] =>
  JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8', cwd: folder })
  )[0].files.map(({ path }: { path: string }) => path)

/** The files of the core's package, and of `@espalier/docs`, whose paths become those of the repository. */
const tarballs = [filesOf('.'), filesOf('packages/docs').map((path) => path.replace('dist/', ''))]

const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => posix.join('docs', name))
const ofCompanions = readdirSync('packages').map((name) => `packages/${name}/README.md`)
const ofRoot = ['README.md', 'AGENTS.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'llms.txt']
const documents = [...ofRoot, ...pages, ...ofCompanions].filter((path) => /\.(md|txt)$/.test(path))

/** The Markdown of a document without its code. */
const withoutCode = (markdown: string) =>
  markdown.replaceAll(/^ *```[\s\S]*?^ *```$|`[^`\n]*`/gm, (code) => code.replaceAll(/[^\n]/g, ''))

/** The faults of the links of a document. */
function findDead(document: string, markdown: string): string[] {
  const links = [...withoutCode(markdown).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  return links.flatMap((link) => {
    const fault = faultOf(document, link, markdown)
    return fault === undefined ? [] : [`${document}: ${link} ${fault}`]
  })
}

function faultOf(document: string, link: string, markdown: string): string | undefined {
  const [address = '', anchor] = link.split('#')
  const ours = pathInRepository(address)
  if (ours === undefined && /^https?:/.test(address)) return
  const target = ours ?? (address === '' ? document : posix.join(posix.dirname(document), address))
  if (!existsSync(target)) return 'leads nowhere'
  if (ours === undefined && tarballs.some((files) => files.includes(document) && !files.includes(target)))
    return 'is not in the package: say its address'
  if (anchor === undefined || statSync(target).isDirectory()) return
  const text = target === document ? markdown : readFileSync(target, 'utf8')
  return anchorsOf(text).has(anchor) ? undefined : 'names no heading'
}

/** The path of a file in the repository, by its web address. */
function pathInRepository(address: string): string | undefined {
  const raw = home.replace('github.com', 'raw.githubusercontent.com')
  for (const start of [`${home}/blob/main/`, `${home}/tree/main/`, `${raw}/main/`])
    if (address.startsWith(start)) return address.slice(start.length)
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(markdown: string): Set<string> {
  const headings = markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-')
    )
  )
}

for (const document of documents) {
  test(`every link of ${document} has a target that its readers have`, () => {
    assert.deepEqual(findDead(document, readFileSync(document, 'utf8')), [])
  })
}

test('llms.txt lists every page once, with its address and a description', () => {
  const rows = readFileSync('llms.txt', 'utf8').match(/^- .*$/gm) ?? []
  const targets = rows.map((row) => pathInRepository(/^- \[.+?\]\((\S+)\): \S/.exec(row)?.[1] ?? ''))
  const wanted = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pages.filter((path) => path.endsWith('.md'))]
  assert.deepEqual(targets.toSorted(), wanted.toSorted())
})

test('llms.txt has the groups of the site, and no page outside of a group', () => {
  const [head = '', ...groups] = readFileSync('llms.txt', 'utf8').split(/^## /m)
  const names = groups.map((group) => group.split('\n')[0])
  assert.deepEqual(names, ['Start', 'Guides', 'Reference', 'Moving here', 'Proofs', 'Optional'])
  assert.doesNotMatch(head, /^- /m)
})

test('a dead link, a missing heading and a link out of the package are found', () => {
  const wrong = [
    ['README.md', 'docs/none.md', 'leads nowhere'],
    ['README.md', `${home}/blob/main/docs/none.md`, 'leads nowhere'],
    ['README.md', 'docs/api.md', 'is not in the package: say its address'],
    ['README.md', 'examples/library', 'is not in the package: say its address'],
    ['docs/api.md', '../CONTRIBUTING.md', 'is not in the package: say its address'],
    ['docs/api.md', 'contexts.md#none', 'names no heading'],
    ['docs/api.md', '#none', 'names no heading']
  ] as const
  for (const [document, link, fault] of wrong)
    assert.deepEqual(findDead(document, `# A\n[b](${link})`), [`${document}: ${link} ${fault}`])
  const right = [
    `${home}/blob/main/docs/api.md`,
    'LICENSE',
    `${home}/tree/main/examples/library`,
    '#a-title',
    'https://example.com/none'
  ]
  for (const link of right) assert.deepEqual(findDead('README.md', `# A \`title\`\n[b](${link})\n\`[c](none)\``), [])
})

test('homepage, repository and bugs in package.json agree', () => {
  assert.match(home, /^https:\/\/github\.com\/[\w-]+\/espalier$/)
  assert.equal(repository.url, `git+${home}.git`)
  assert.equal(bugs, `${home}/issues`)
})
