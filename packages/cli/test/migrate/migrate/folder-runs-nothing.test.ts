/**
 * A folder may be an unpacked archive of a stranger. `migrate` must run no program that its files or settings name, and write nothing outside of it.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { readSources } from '../../../../../test/architecture/source.ts'
import { budget } from '../../../../../test/fuzz/budget.ts'
import { createFolder } from '../../../../migrate/test/folder.ts'
import { run } from '../../../src/run.ts'

const skip = process.platform === 'win32'

/** Settings of git that name a program or its folder. `%s` is a program that writes a mark. */
const settings = [
  ...[
    'alias.ls-files = !%s',
    'core.alternateRefsCommand = %s',
    'core.askPass = %s',
    'core.editor = %s',
    'core.fsmonitor = %s'
  ],
  ...[
    'core.gitProxy = %s',
    'core.hooksPath = hooks',
    'core.pager = %s',
    'core.sshCommand = %s',
    'credential.helper = !%s'
  ],
  ...[
    'diff.external = %s',
    'diff.a.textconv = %s',
    'filter.a.clean = %s',
    'filter.a.process = %s',
    'filter.a.smudge = %s'
  ],
  ...['gpg.program = %s', 'include.path = more', 'includeIf.gitdir:**.path = more', 'interactive.diffFilter = %s'],
  ...['merge.a.driver = %s', 'pager.ls-files = %s', 'remote.a.promisor = true', 'remote.a.uploadpack = %s'],
  ...['remote.a.url = ext::%s', 'protocol.ext.allow = always', 'extensions.partialClone = a', 'sequence.editor = %s'],
  ...[
    'submodule.recurse = true',
    'uploadpack.packObjectsHook = %s',
    'core.worktree = ..',
    'core.untrackedCache = true'
  ],
  ...[
    'index.sparse = true',
    'core.sparseCheckout = true',
    'core.excludesFile = ../x',
    'core.attributesFile = .gitattributes'
  ]
]

const script = (mark: string) => `#!/bin/sh\necho "$0 $*" >> '${mark}'\n`
const module = (mark: string) => `require('node:fs').appendFileSync(${JSON.stringify(mark)}, __filename)\n`

/** Files that programs look for and run. */
const planted: Readonly<Record<string, (mark: string) => string>> = {
  git: script,
  'git.cmd': script,
  'node_modules/.bin/git': script,
  'node_modules/.bin/sh': script,
  'node_modules/.bin/node': script,
  'hooks/post-index-change': script,
  '.git/hooks/post-index-change': script,
  '.git/hooks/fsmonitor-watchman': script,
  '.husky/post-checkout': script,
  'node_modules/@babel/parser/index.js': module,
  'node_modules/espalier/index.js': module,
  'node_modules/fastify/index.js': module,
  'node_modules/typescript/index.js': module,
  'babel.config.js': module,
  '.babelrc.js': module,
  '.babelrc': (mark) => `{ "plugins": [${JSON.stringify(dirname(mark))}] }`,
  'tsconfig.json': () =>
    '{ "extends": "./node_modules/typescript", "compilerOptions": { "plugins": [{ "name": "fastify" }] } }',
  '.npmrc': (mark) => `node-options=--require ${mark}\nscript-shell=./git\n`,
  '.gitattributes': () => '* filter=a diff=a merge=a\n',
  '.envrc': script,
  'package.json': (mark) =>
    JSON.stringify({
      scripts: { preinstall: mark, prepare: mark },
      dependencies: { fastify: '5' },
      main: 'babel.config.js'
    })
}

interface Given {
  readonly settings: readonly string[]
  readonly files: readonly string[]
  readonly isStaged: boolean
  readonly isDry: boolean
}

const keepPath = process.env.PATH
const keepFolder = process.cwd()

async function migrateIn(t: TestContext, given: Given): Promise<void> {
  const folder = createFolder(t, { 'app/src/a.ts': `import f from 'fastify'\n`, 'app/.gitignore': 'b\n' })
  const [app, mark, program] = [join(folder, 'app'), join(folder, 'mark'), join(folder, 'program')]
  execFileSync('git', ['init', '--quiet', app])
  if (given.isStaged) execFileSync('git', ['-C', app, 'add', '.'])
  fs.writeFileSync(program, script(mark), { mode: 0o755 })
  const lines = given.settings.map((setting) => toConfig(setting.replace('%s', program)))
  fs.appendFileSync(join(app, '.git/config'), lines.join(''))
  fs.writeFileSync(join(app, '.git/more'), toConfig(`core.fsmonitor = ${program}`))
  for (const name of given.files) {
    fs.mkdirSync(dirname(join(app, name)), { recursive: true })
    fs.writeFileSync(join(app, name), planted[name]?.(mark) ?? '', { mode: 0o755 })
  }
  process.chdir(app)
  // npm adds the first folder to PATH, and many users have the second.
  process.env.PATH = [join(app, 'node_modules/.bin'), '.', keepPath].join(delimiter)
  try {
    const { code, output } = await run(given.isDry ? ['migrate', '--dry-run'] : ['migrate'])
    assert.deepEqual([code, /1 import in 1 file/.test(output)], [0, true], output)
  } finally {
    process.env.PATH = keepPath
    process.chdir(keepFolder)
  }
  assert.equal(fs.existsSync(mark) && fs.readFileSync(mark, 'utf8'), false)
}

function toConfig(setting: string): string {
  const [, section = '', between = '', name = '', value = ''] =
    /^(\w+)(?:\.(.*))?\.([\w-]+) = (.*)$/.exec(setting) ?? []
  return `[${section}${between === '' ? '' : ` "${between}"`}]\n\t${name} = ${value}\n`
}

test('migrate runs no program that a folder names', { skip }, async (t) => {
  const given = fc.record<Given>({
    settings: fc.subarray(settings, { maxLength: 6 }),
    files: fc.subarray(Object.keys(planted), { maxLength: 4 }),
    isStaged: fc.boolean(),
    isDry: fc.boolean()
  })
  await fc.assert(
    fc.asyncProperty(given, (each) => migrateIn(t, each)),
    budget(100)
  )
})

test('no source of the package imports child_process or cluster', () => {
  const starts = /^(?:node:)?(?:child_process|cluster)$/
  const found = readSources('src').filter(({ imports }) => imports.some(({ target }) => starts.test(target)))
  assert.deepEqual(
    found.map(({ path }) => path),
    []
  )
})

test('a tracked folder that was replaced by a link is not followed', { skip }, async (t) => {
  const text = `import f from 'fastify'\n`
  const folder = createFolder(t, { 'app/src/a.ts': text, 'app/b.ts': text, 'other/a.ts': text })
  const app = join(folder, 'app')
  execFileSync('git', ['init', '--quiet', app])
  execFileSync('git', ['-C', app, 'add', '.'])
  fs.rmSync(join(app, 'src'), { recursive: true })
  fs.symlinkSync('../other', join(app, 'src'))
  const { code, output } = await run(['migrate', app])
  assert.deepEqual([code, /1 import in 1 file changed/.test(output)], [0, true])
  assert.equal(fs.readFileSync(join(folder, 'other/a.ts'), 'utf8'), text)
})

test('a named link that leads out of the current folder is refused', { skip }, async (t) => {
  const text = `import f from 'fastify'\n`
  const folder = createFolder(t, { 'app/a.ts': text, 'other/a.ts': text })
  fs.symlinkSync('../other', join(folder, 'app/src'))
  fs.symlinkSync('../other/a.ts', join(folder, 'app/b.ts'))
  process.chdir(join(folder, 'app'))
  t.after(() => process.chdir(keepFolder))
  for (const path of ['src', 'b.ts', 'src/a.ts']) {
    const { code, complaint = '' } = await run(['migrate', path])
    assert.equal(code, 1)
    assert.match(complaint, /^\S+ leads out of this folder by a link\. Name \S+other\S* to mean it\.\n$/)
  }
  assert.equal(fs.readFileSync(join(folder, 'other/a.ts'), 'utf8'), text)
  assert.equal((await run(['migrate', '../other'])).code, 0)
})

test('a file that cannot be written is reported, and the others are written', {
  skip: skip || process.getuid?.() === 0
}, async (t) => {
  const text = `import f from 'fastify'\n`
  const folder = createFolder(t, { 'a/a.ts': text, 'b/b.ts': text, 'c/c.ts': text, 'd/d.ts': text })
  fs.chmodSync(join(folder, 'b'), 0o555)
  fs.chmodSync(join(folder, 'd'), 0)
  t.after(() => ['b', 'd'].map((name) => fs.chmodSync(join(folder, name), 0o755)))
  const { code, output } = await run(['migrate', folder])
  assert.equal(code, 1)
  assert.match(output, /a\/a\.ts: 1 import → [\s\S]*c\/c\.ts: 1 import → /)
  assert.match(output, /d is as it was: there is no permission[\s\S]*b\/b\.ts is as it was: there is no permission/)
})
