import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, readFileSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { test } from 'node:test'
import { espalier, runNode } from '../../../../test/ahead/running.ts'
import { createFolder, readFolder } from '../../../migrate/test/folder.ts'

const application = {
  'package.json': `{\n  "dependencies": {\n    "fastify": "^5.0.0"\n  }\n}\n`,
  'src/app.ts': `\uFEFFimport Fastify, { type FastifyInstance } from "fastify";\r\n\r\nexport const app: FastifyInstance = Fastify()\r\n`,
  'src/types.d.ts': `import 'fastify'\n\ndeclare module 'fastify' {\n  interface FastifyRequest { user: string }\n}\n`,
  'scripts/start.cjs': `#!/usr/bin/env node\nrequire('fastify')()`,
  'node_modules/other/index.js': `require('fastify')\n`,
  'dist/app.js': `require('fastify')\n`
}

test('migrate changes the application in the current folder and prints a report', async (t) => {
  const folder = createFolder(t, application)
  const { code, stdout, stderr } = await espalier(['migrate'], {}, folder)
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(
    stdout,
    /^scripts\/start\.cjs: 1 import → espalier\nsrc\/app\.ts: 1 import → espalier\/fastify-types\nsrc\/types\.d\.ts: 1 import → espalier\/fastify-types\n\nLeft to you:\n\nType npm install espalier, /
  )
  assert.match(stdout, /\nThese may stay:\n\n'declare module' adds .*\n {2}src\/types\.d\.ts:3\n/)
  assert.match(stdout, /\nType npm install espalier, then npm install --save-dev fastify\. .*\n {2}package\.json:3\n/)
  assert.match(stdout, /\n3 imports in 3 files changed, 1 place left to you, of 4 files that were looked at\.\nNext: /)
  assert.equal(
    readFileSync(join(folder, 'src/app.ts'), 'utf8'),
    application['src/app.ts'].replace('"fastify"', '"espalier/fastify-types"')
  )
  const now = readFolder(folder)
  for (const name of ['node_modules/other/index.js', 'dist/app.js', 'package.json'] as const)
    assert.equal(now[name], application[name])
  const again = await espalier(['migrate'], {}, folder)
  assert.match(again.stdout, /\n0 imports in 0 files changed, /)
  assert.deepEqual(readFolder(folder), now)
})

test('a dry run writes no file and prints a patch that git applies', async (t) => {
  const folder = createFolder(t, application)
  const { code, stdout } = await espalier(['migrate', '--dry-run'], {}, folder)
  assert.equal(code, 0)
  assert.match(stdout, /\n3 imports in 3 files would change, .* Nothing was written\.\n$/)
  assert.deepEqual(readFolder(folder), readFolder(createFolder(t, application)))
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: stdout })
  const migrated = createFolder(t, application)
  await espalier(['migrate'], {}, migrated)
  assert.deepEqual(readFolder(folder), readFolder(migrated))
})

test('only the given files and folders are read', async (t) => {
  const folder = createFolder(t, application)
  const { stdout } = await espalier(['migrate', 'scripts', 'src/app.ts'], {}, folder)
  assert.match(stdout, /\n2 imports in 2 files changed, of 2 files that were looked at\.\n/)
  assert.equal(readFileSync(join(folder, 'src/types.d.ts'), 'utf8'), application['src/types.d.ts'])
})

test('the file mode and a symbolic link are kept', {
  skip: process.platform === 'win32'
}, async (t) => {
  const folder = createFolder(t, application)
  chmodSync(join(folder, 'scripts/start.cjs'), 0o755)
  symlinkSync('../scripts/start.cjs', join(folder, 'src/link.cjs'))
  await espalier(['migrate', 'src/link.cjs'], {}, folder)
  assert.equal(statSync(join(folder, 'scripts/start.cjs')).mode & 0o777, 0o755)
  assert.ok(lstatSync(join(folder, 'src/link.cjs')).isSymbolicLink())
  assert.equal(readlinkSync(join(folder, 'src/link.cjs')), '../scripts/start.cjs')
  assert.match(readFileSync(join(folder, 'scripts/start.cjs'), 'utf8'), /\nrequire\('espalier'\)\(\)$/)
})

test('a file that cannot be parsed exits with 1, and the others are migrated', async (t) => {
  const folder = createFolder(t, { ...application, 'src/broken.ts': `import { from 'fastify'\n` })
  const { code, stdout } = await espalier(['migrate'], {}, folder)
  assert.equal(code, 1)
  assert.match(stdout, /\nsrc\/broken\.ts is as it was: it cannot be parsed: .*\(1:\d+\)\.\n/)
  assert.match(stdout, /\n3 imports in 3 files changed, 1 place left to you, 1 file not read or written, /)
  assert.equal(readFileSync(join(folder, 'src/broken.ts'), 'utf8'), `import { from 'fastify'\n`)
})

test('a missing path exits with 1 before any file is written', async (t) => {
  const folder = createFolder(t, application)
  const { code, stderr } = await espalier(['migrate', 'src', 'none'], {}, folder)
  assert.deepEqual([code, stderr], [1, 'none cannot be read: it is not there (ENOENT).\n'])
  assert.deepEqual(readFolder(folder), readFolder(createFolder(t, application)))
})

test('an unknown flag exits with 2', async () => {
  const { code, stderr } = await espalier(['migrate', '--dry'])
  assert.equal(code, 2)
  assert.match(stderr, /^espalier migrate has no option '--dry'\. .*It has --dry-run, --help\.\n$/)
})

test('a folder without sources is reported', async (t) => {
  const { code, stdout } = await espalier(['migrate'], {}, createFolder(t, { 'readme.md': '' }))
  assert.deepEqual([code, stdout], [0, 'No sources were found.\n'])
})

/** PATH without the folders of npm, in which the parser of this project is. */
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

/** Installs the package without a parser beside it. */
function installAlone(folder: string): string {
  const installed = { espalier: '.', '@espalier/cli': 'packages/cli', '@espalier/migrate': 'packages/migrate' }
  for (const [name, home] of Object.entries(installed))
    for (const part of ['dist', 'package.json'])
      cpSync(join(home, part), join(folder, 'alone/node_modules', name, part), { recursive: true })
  cpSync('node_modules/fastest-levenshtein', join(folder, 'alone/node_modules/fastest-levenshtein'), {
    recursive: true
  })
  return join(folder, 'alone/node_modules/espalier/dist/src/command.js')
}

test('without a parser, migrate prints the command to use, exits with 1 and writes no file', async (t) => {
  const folder = createFolder(t, { 'app/a.js': `require('fastify')` })
  const command = installAlone(folder)
  const { code, stdout, stderr } = await runNode([command, 'migrate'], { PATH: path }, [], join(folder, 'app'))
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^Sources are read with @babel\/parser, which is not installed\. Type this instead:\n\n {2}npx /)
  assert.equal(readFileSync(join(folder, 'app/a.js'), 'utf8'), `require('fastify')`)
})

test('a parser beside espalier or fetched by npx is used, and one of the migrated folder is not', async (t) => {
  const folder = createFolder(t, { 'app/a.js': `require('fastify')`, 'fetched/node_modules/.bin/parser': '' })
  const command = installAlone(folder)
  const dry = (PATH: string) => runNode([command, 'migrate', '--dry-run'], { PATH }, [], join(folder, 'app'))
  mkdirSync(join(folder, 'fetched/node_modules/@babel'))
  symlinkSync(resolve('node_modules/@babel/parser'), join(folder, 'fetched/node_modules/@babel/parser'), 'junction')
  const fetched = join(folder, 'fetched/node_modules/.bin')
  assert.equal((await dry(`${fetched}${delimiter}${path}`)).code, 0)
  assert.equal((await dry(path)).code, 1)
  mkdirSync(join(folder, 'app/node_modules/.bin'), { recursive: true })
  symlinkSync(resolve('node_modules/@babel'), join(folder, 'app/node_modules/@babel'), 'junction')
  // npm adds the commands of the current folder to PATH, too.
  assert.equal((await dry(`${join(folder, 'app/node_modules/.bin')}${delimiter}${path}`)).code, 1)
  symlinkSync(resolve('node_modules/@babel'), join(folder, 'alone/node_modules/@babel'), 'junction')
  assert.equal((await dry(path)).code, 0)
})
