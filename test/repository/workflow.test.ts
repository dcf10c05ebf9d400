/** Compares the files of .github with the stages, Node versions, packages and lockfiles. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly 'runs-on': string
  readonly 'timeout-minutes': number
  readonly needs?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
  readonly strategy?: {
    readonly matrix: {
      readonly node: readonly number[]
      readonly stages: readonly string[]
      readonly include: readonly { readonly node: number; readonly stages: string }[]
    }
  }
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly repository: { readonly url: string; readonly directory?: string }
  readonly engines: { readonly node: string }
  readonly dependencies: Readonly<Record<string, string>>
}

const readYaml = <Content>(path: string): Content => parse(readFileSync(path, 'utf8'), { strict: true })
const readJson = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8'))
const words = (text = '') => text.split(/\s+/).filter(Boolean)

function runScript(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`)
const ci = readYaml<Workflow>('.github/workflows/ci.yml')
const release = readYaml<Workflow>('.github/workflows/release.yml')
const script = readFileSync('.ci/run', 'utf8')
const stagesOf = (...options: string[]) => words(runScript('scripts/test.mjs', '--list', ...options).text)
const oldest = 20

/** The stages that `.ci/run` asks for by name: on the Node that runs it, and on each of the others. */
const [onOldest = [], onOthers = []] = [...script.matchAll(/node scripts\/test\.mjs ([a-z -]+)$/gm)].map(([, names]) =>
  words(names)
)
const others = words(/^nodes=\((.+)\)$/m.exec(script)?.[1]).map(Number)

/** The stages of the workflow's rows for a Node. */
function rowsOf(node: number): string[] {
  const matrix = ci.jobs.stage?.strategy?.matrix
  assert.ok(matrix)
  const rows = matrix.node.flatMap((one) => matrix.stages.map((stages) => ({ node: one, stages })))
  return [...rows, ...matrix.include].filter((row) => row.node === node).flatMap(({ stages }) => words(stages))
}

test('every stage runs in .ci/run and in the workflow, on the oldest and on other Node versions', () => {
  assert.deepEqual([...stagesOf(), ...onOldest].sort(), stagesOf('--whole').sort())
  // Each row builds first.
  assert.deepEqual(['build', ...rowsOf(oldest)].sort(), stagesOf('--whole').sort())
  for (const node of others) assert.deepEqual(rowsOf(node).sort(), onOthers.toSorted())
  assert.match(ci.jobs.stage?.steps.at(-1)?.run ?? '', /^node scripts\/test\.mjs build \$\{\{ matrix\.stages \}\}$/)
})

test('the workflow has the Node versions of .ci/run, and the oldest is that of engines', () => {
  assert.ok(others.length > 0)
  assert.deepEqual(ci.jobs.stage?.strategy?.matrix.node, [oldest, ...others])
  assert.equal(readJson('package.json').engines.node.split('.')[0], `>=${oldest}`)
})

test('each job has a timeout, and actions are pinned to a major version', () => {
  assert.ok(workflows.length > 1)
  for (const path of workflows) {
    const { on, permissions, jobs } = readYaml<Workflow>(path)
    assert.ok(Object.keys(on).length > 0, path)
    assert.deepEqual(permissions, { contents: 'read' }, path)
    for (const [name, job] of Object.entries(jobs)) {
      const at = `${path}: ${name}`
      assert.ok(job['timeout-minutes'] > 0 && job['runs-on'] === 'ubuntu-latest', at)
      assert.ok(
        job.steps.some(({ uses }) => uses?.startsWith('actions/checkout@')),
        at
      )
      for (const { uses, run } of job.steps)
        assert.ok(uses === undefined ? run : /^actions\/[\w-]+@v\d+$/.test(uses), at)
    }
  }
})

test('a release runs .ci/run first, and only the publishing job has an id token', () => {
  const { check, publish } = release.jobs
  assert.ok(check && publish)
  assert.ok(check.steps.some(({ run }) => run === '.ci/run'))
  assert.equal(publish.needs, 'check')
  assert.deepEqual([check.permissions, publish.permissions], [undefined, { contents: 'read', 'id-token': 'write' }])
})

const folders = ['.', ...readdirSync('packages').map((name) => `packages/${name}`)]
/** The manifests of the published packages. */
const manifests = folders
  .map((folder) => ({ folder, ...readJson(`${folder}/package.json`) }))
  .filter((manifest) => !manifest.private)

test('a release publishes every package with provenance, dependencies of the core first', () => {
  const [core] = manifests
  assert.ok(core)
  const { status, text } = runScript('scripts/release.mjs', `v${core.version}`, '--dry-run')
  assert.equal(status, 0, text)
  const lines = text.trim().split('\n')
  const names = lines.map((line) => line.replace(/@[^@]*$/, ''))
  assert.deepEqual(names.toSorted(), manifests.map(({ name }) => name).sort())
  for (const line of lines) assert.match(line, /: npm publish --provenance --access public --tag latest$/)
  for (const name of Object.keys(core.dependencies).filter((one) => names.includes(one)))
    assert.ok(names.indexOf(name) < names.indexOf(core.name), name)
})

test('a tag that differs from the version of a package fails the release', () => {
  for (const tag of ['v99.0.0', manifests[0]?.version ?? '', '']) {
    const { status, text } = runScript('scripts/release.mjs', tag)
    assert.equal(status, 1)
    for (const { name, version } of manifests) assert.ok(text.includes(`${name} has the version ${version}`), text)
  }
})

test('every package.json names the repository and its folder', () => {
  const url = manifests[0]?.repository.url
  for (const { folder, repository } of manifests)
    assert.deepEqual(repository, folder === '.' ? { type: 'git', url } : { type: 'git', url, directory: folder })
})

interface Update {
  readonly 'package-ecosystem': string
  readonly directory?: string
  readonly directories?: readonly string[]
  readonly groups: Readonly<Record<string, { readonly patterns?: readonly string[] }>>
  readonly ignore?: readonly { readonly 'dependency-name': string }[]
}

/** Folders with a lockfile, as they stand in the list of updates. */
function lockedBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const own = entries.some(({ name }) => name === 'package-lock.json') ? [folder.slice(1) || '/'] : []
  const inner = entries.filter(
    (entry) => entry.isDirectory() && !/^(\..*|node_modules|dist|src|types|docs)$/.test(entry.name)
  )
  return [...own, ...inner.flatMap(({ name }) => lockedBelow(`${folder}/${name}`))]
}

test('dependencies are updated in each folder with a lockfile, those of users one by one', () => {
  const { updates } = readYaml<{ updates: readonly Update[] }>('.github/dependabot.yml')
  const ofNpm = updates.filter((update) => update['package-ecosystem'] === 'npm')
  const directories = ofNpm.flatMap(({ directory, directories = [] }) => [
    ...(directory ? [directory] : []),
    ...directories
  ])
  assert.deepEqual(directories.sort(), lockedBelow('.').sort())
  const ofUsers = ofNpm.find(({ directory }) => directory === '/')
  assert.deepEqual(ofUsers?.groups, { development: { 'dependency-type': 'development' } })
  const { dependencies } = readJson('package.json')
  for (const { 'dependency-name': name } of ofUsers?.ignore ?? []) assert.ok(!(name in dependencies), name)
  // Its releases reach users by these updates alone, as the comment there says.
  assert.match(dependencies['find-my-way'] ?? '', /^\d/)
  assert.ok(updates.some((update) => update['package-ecosystem'] === 'github-actions'))
})

test('issue forms are valid: each field has a type and a label', () => {
  const folder = '.github/ISSUE_TEMPLATE'
  const forms = readdirSync(folder).filter((name) => name !== 'config.yml')
  assert.deepEqual(forms, ['bug.yml', 'feature.yml'])
  for (const name of forms) {
    interface Field {
      readonly type: string
      readonly id: string
      readonly attributes: { readonly label: string }
    }
    const form = readYaml<{ name: string; description: string; body: readonly Field[] }>(`${folder}/${name}`)
    assert.ok(form.name && form.description && form.body.length < 5, name)
    for (const { type, id, attributes } of form.body) {
      assert.ok(['textarea', 'input'].includes(type) && /^[a-z]+$/.test(id) && attributes.label, `${name}: ${id}`)
    }
    assert.equal(new Set(form.body.map(({ id }) => id)).size, form.body.length)
  }
  const { contact_links: links } = readYaml<{ contact_links: readonly { url: string }[] }>(`${folder}/config.yml`)
  assert.ok(links.every(({ url }) => url.startsWith('https://github.com/espalier-js/espalier/')))
  assert.ok(existsSync('SECURITY.md'))
})

test('the pull request template asks for a test and documents in less than 12 lines', () => {
  const text = readFileSync('.github/PULL_REQUEST_TEMPLATE.md', 'utf8')
  for (const word of ['users', 'test that fails without it', 'Documents', 'CHANGELOG.md'])
    assert.ok(text.includes(word))
  assert.ok(text.split('\n').length < 12)
})
