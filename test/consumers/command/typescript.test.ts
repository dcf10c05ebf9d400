/** The commands on sources in TypeScript, whether Node reads them itself or by a loader of the project. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'

const readsTypeScript = Boolean(Reflect.get(process.features, 'typescript'))

const app = `
import { espalier } from 'espalier'
import { type Page, pages } from './pages.ts'

const first: Page = { title: 'One' }

export default () => espalier().get('/first', () => first).register(pages)
`
const pages = `
import { plugin } from 'espalier'

export interface Page { readonly title: string }

export const pages = plugin({ name: 'pages', setup: (app) => {
  app.get('/pages', (): Page[] => [])
} })
`

function makeProject(t: TestContext, packages: readonly string[]) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'espalier-typescript-')))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(resolve('.'), join(folder, 'node_modules/espalier'), 'junction')
  for (const name of packages)
    symlinkSync(resolve('test/consumers/node_modules', name), join(folder, 'node_modules', name), 'junction')
  for (const [name, text] of Object.entries({
    'package.json': '{ "type": "module" }',
    'app.ts': app,
    'pages.ts': pages
  }))
    writeFileSync(join(folder, name), text)
  return folder
}

function espalier(folder: string, ...args: string[]) {
  const env = { ...process.env, NODE_OPTIONS: '' }
  return spawnSync(process.execPath, [resolve('packages/cli/dist/main.js'), ...args], {
    cwd: folder,
    env,
    encoding: 'utf8'
  })
}

test('a command loads TypeScript sources by the loader of the project', (t) => {
  const folder = makeProject(t, ['tsx'])
  const { status, stdout, stderr } = espalier(folder, 'routes', 'app.ts')
  assert.equal(status, 0, stderr)
  assert.match(stdout, /GET +\/first[\s\S]*GET +\/pages/)
})

test('an error in a source is shown with its TypeScript line, and the command exits with 1', (t) => {
  const folder = makeProject(t, ['tsx'])
  writeFileSync(join(folder, 'pages.ts'), pages.replace('app.get(', "throw new Error('torn')\n  app.get("))
  const { status, stderr } = espalier(folder, 'explain', 'app.ts', 'GET /first')
  assert.match(stderr, /torn\n +.*pages\.ts:7:/)
  assert.equal(status, 1)
})

test('without a loader, a Node that needs one exits with 1 and recommends a loader', { skip: readsTypeScript }, (t) => {
  const { status, stderr } = espalier(makeProject(t, []), 'routes', 'app.ts')
  assert.equal(status, 1)
  assert.match(stderr, /This Node cannot load .*app\.ts\. Install a loader of TypeScript: npm install --save-dev tsx\./)
})
