import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createFolder, espalier } from '../../../../test/ahead/running.ts'
import { testRefusals } from '../refusal.ts'

const app = "import { espalier } from 'espalier'\nexport const app = espalier()\napp.get('/a', () => 1)\n"
const sources: Readonly<Record<string, string>> = {
  'app.mjs': app,
  'none.mjs': 'export const other = 1\n',
  'failing.mjs': `${app}app.register(async () => { throw new Error('no database') })\n`,
  'wrong.mjs': `${app}export const openapi = { info: {} }\n`,
  'number.mjs': `${app}export const openapi = 1\n`,
  'foreign.mjs': 'export const app = { ready: async () => {}, close: async () => {}, route() {} }\n',
  'said.mjs': `${app}app.get('/a/:b(^x)', () => 1)
app.get('/a/:c', () => 1)
app.addHook('onClose', () => console.error('closed'))
export const openapi = { info: { title: 'Said', version: '2.0.0' }, version: '3.2' }
`
}

async function createSources() {
  const folder = await createFolder()
  for (const [name, source] of Object.entries(sources)) await writeFile(join(folder, name), source)
  return folder
}

const folder = await createSources()
const path = (name: string) => join(folder, name)
after(() => rm(folder, { recursive: true }))

testRefusals('openapi', [
  [
    'no application',
    [],
    2,
    /^Name the application to describe\.\n\nUsage: espalier openapi <application> \[--out <file>\]/
  ],
  [
    'two applications',
    [path('a.mjs'), path('b.mjs')],
    2,
    /One application is described at a time, not '.*b\.mjs' as well/
  ],
  [
    'an unsupported version',
    [path('app.mjs'), '--version', '2.0'],
    2,
    /^The version of OpenAPI is '3\.1' or '3\.2', not '2\.0'\./
  ],
  ['a wrong flag', [path('app.mjs'), '--output', 'x'], 2, /has no option '--output'\. Did you mean '--out'\?/],
  [
    'a flag without its value',
    [path('app.mjs'), '--out'],
    2,
    /'--out' of espalier openapi needs a value: --out <file>/
  ],
  ['a missing file', [path('missing.mjs')], 1, /missing\.mjs does not exist\.\n$/],
  [
    'a module without an app',
    [path('none.mjs')],
    1,
    /none\.mjs exports no app\. It exports [^.]+\. Export an app, or a function/
  ],
  [
    'options that are not an object',
    [path('number.mjs')],
    1,
    /The export 'openapi' of .*number\.mjs is an object of options for openapi\(\)\.\n$/
  ],
  [
    'invalid options',
    [path('wrong.mjs')],
    1,
    /^The option 'info' of openapi\(\) must be an object with the title.*\.\n$/
  ],
  ['an app of another framework', [path('foreign.mjs')], 1, /must be an app of the installed espalier/],
  [
    'a file that cannot be written',
    [path('app.mjs'), '--out', 'no/such/folder.json'],
    2,
    /folder\.json cannot be written, because of its folder: it is not there \(ENOENT\)\.\n$/
  ]
])

test('openapi of an app that fails to start exits with 1 and prints the error with its stack', async () => {
  const run = await espalier(['openapi', path('failing.mjs')])
  assert.match(run.stderr, /failing\.mjs does not start: [^\n]+\.\n\nError: no database\n +at /)
  assert.deepEqual([run.code, run.stdout], [1, ''])
})

test('openapi prints a document with the title from package.json', async (t) => {
  const folder = await createSources()
  t.after(() => rm(folder, { recursive: true }))
  // The folder has a `package.json`, but cannot import espalier by name.
  const entry = pathToFileURL('dist/src/index.js').href
  await writeFile(join(folder, 'package.json'), '{ "name": "shop", "description": "A shop.", "type": "module" }')
  await writeFile(join(folder, 'app.mjs'), app.replace("'espalier'", `'${entry}'`))
  const run = await espalier(['openapi', join(folder, 'app.mjs')])
  assert.deepEqual([run.code, run.stderr], [0, ''])
  const document = JSON.parse(run.stdout)
  assert.deepEqual(document.info, { title: 'shop', version: '0.0.0', description: 'A shop.' })
  assert.deepEqual(Object.keys(document.paths), ['/a'])
  assert.equal(document.openapi, '3.1.0')
})

test('openapi writes a file with the options of the module, reports omissions and closes the app', async (t) => {
  const folder = await createSources()
  t.after(() => rm(folder, { recursive: true }))
  const out = join(folder, 'openapi.json')
  const run = await espalier(['openapi', join(folder, 'said.mjs'), '--out', out])
  assert.deepEqual([run.code, run.stdout], [0, `${out}: 2 operations, 1 schema\n`])
  assert.equal(run.stderr, 'closed\nGET /a/:b(^x) is left out: to OpenAPI it is GET /a/:c.\n')
  const { info, openapi } = JSON.parse(await readFile(out, 'utf8'))
  assert.deepEqual([info.title, openapi], ['Said', '3.2.0'])
  const older = await espalier(['openapi', join(folder, 'said.mjs'), '--version', '3.1'])
  assert.equal(JSON.parse(older.stdout).openapi, '3.1.0')
})
