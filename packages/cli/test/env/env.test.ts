import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { createFolder, espalier } from '../../../../test/ahead/running.ts'
import { testRefusals } from '../refusal.ts'

const sources: Readonly<Record<string, string>> = {
  'database.mjs': `import { secret, settings } from '@espalier/kit'
import { Type } from 'espalier'
export const databaseSettings = settings({ DATABASE_URL: secret(Type.String({ format: 'uri' })) })
`,
  'app.mjs': `import { settings } from '@espalier/kit'
import { espalier, Type, withDefault } from 'espalier'
import { databaseSettings } from './database.mjs'
const declared = settings({ ...databaseSettings.shape, PORT: withDefault(Type.Integer(), 3000) })
export default () => { throw new Error('started') }
`,
  'main.mjs': "import { databaseSettings } from './database.mjs'\ndatabaseSettings.read()\n",
  'none.mjs': 'export const other = 1\n',
  'right.env': 'DATABASE_URL=postgres://me:hunter2@db/shop\nNODE_ENV=production\n',
  'wrong.env': 'DATABSE_URL=postgres://me:hunter2@db/shop\nPROT=80\n',
  'swapped.env': 'PORT=postgres://me:hunter2@db/shop\nDATABASE_URL=\n'
}
const folder = await createFolder()
for (const [name, source] of Object.entries(sources)) await writeFile(join(folder, name), source)
const path = (name: string) => join(folder, name)
after(() => rm(folder, { recursive: true }))

testRefusals('env', [
  ['no module', [], 2, /^Name the module of the application\.\n\nUsage: espalier env <module>/],
  ['two modules', ['a.mjs', 'b.mjs'], 2, /One module is read at a time, not 'b\.mjs' as well/],
  ['--out without --example', [path('app.mjs'), '--out', 'x'], 2, /^'--out' names what '--example' writes\./],
  ['a missing module', [path('missing.mjs')], 1, /missing\.mjs does not exist\.\n$/],
  [
    'a module without settings',
    [path('none.mjs')],
    1,
    /none\.mjs declares no settings: settings\(\) of @espalier\/kit/
  ],
  [
    'a module that reads its settings',
    [path('main.mjs')],
    1,
    /main\.mjs reads its settings while it is imported\. Name the module/
  ],
  ['a missing file', [path('app.mjs'), '--check', 'no.env'], 1, /^no\.env cannot be read: .*ENOENT/]
])

test('env prints the settings of a module and its imports once, without starting the app', async () => {
  const run = await espalier(['env', path('app.mjs')])
  const text = "# a text of the format 'uri' (secret, required)\nDATABASE_URL=\n\n# an integer\n# PORT=3000\n"
  assert.deepEqual(run, { code: 0, stdout: text, stderr: '' })
})

test('env --example writes .env.example, or the file that --out names', async () => {
  const file = resolve(path('app.mjs'))
  const first = await espalier(['env', file, '--example'], {}, folder)
  assert.deepEqual(first, { code: 0, stdout: '.env.example: 2 settings\n', stderr: '' })
  const second = await espalier(['env', file, '--example', '--out', 'other.env'], {}, folder)
  assert.equal(second.stdout, 'other.env: 2 settings\n')
  const written = ['.env.example', 'other.env'].map((name) => readFile(path(name), 'utf8'))
  const [one, other] = await Promise.all(written)
  assert.match(one ?? '', /^DATABASE_URL=$/m)
  assert.equal(one, other)
})

test('env --check accepts a file with the declared settings, regardless of process variables', async () => {
  const run = await espalier(['env', path('app.mjs'), '--check', path('right.env')], { PORT: 'x' })
  assert.deepEqual(run, { code: 0, stdout: `${path('right.env')}: 2 settings, each as declared\n`, stderr: '' })
})

test('env --check reports all faults of a file at once, also a misspelt name of an optional setting', async () => {
  const run = await espalier(['env', path('app.mjs'), '--check', path('wrong.env')], {
    DATABASE_URL: 'postgres://db'
  })
  const stderr = `${path('wrong.env')} has 2 faults:
  DATABASE_URL: expected a text of the format 'uri'. It is missing, and 'DATABSE_URL' is there. Is that misspelt?
  PROT: no setting has this name. Did you mean 'PORT'?
`
  assert.deepEqual(run, { code: 1, stdout: '', stderr })
})

test('env --check does not print values', async () => {
  const run = await espalier(['env', path('app.mjs'), '--check', path('swapped.env')])
  const stderr = `${path('swapped.env')} has 2 faults:
  DATABASE_URL: expected a text of the format 'uri'. It is empty in ${path('swapped.env')}.
  PORT: expected an integer. It has another value in ${path('swapped.env')}.
`
  assert.deepEqual(run, { code: 1, stdout: '', stderr })
})
