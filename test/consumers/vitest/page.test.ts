/** The suite of docs/recipes/vitest.md, compiled and run as its users run it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ofVitest, readBlocks } from '../../readme/document.ts'
import { isShown } from '../../readme/question.ts'

const packages = {
  espalier: '.',
  '@espalier': 'node_modules/@espalier',
  '@electric-sql': 'node_modules/@electric-sql',
  '@types': 'node_modules/@types',
  vitest: 'test/consumers/node_modules/vitest'
}

const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
  ...{ target: 'es2022', lib: ['es2023'], module: 'nodenext', types: ['node'] }
}

/** Writes a project with the files of a page, and others. */
function createProject(t: TestContext, page: string, others: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'espalier-vitest-')))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules'))
  for (const [name, place] of Object.entries(packages))
    symlinkSync(resolve(place), join(folder, 'node_modules', name), 'junction')
  const files = readBlocks(page).flatMap(({ code, notes: { file } }) => (file ? [[file, code] as const] : []))
  const own = {
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] })
  }
  for (const [name, text] of Object.entries({ ...own, ...Object.fromEntries(files), ...others }))
    writeFileSync(join(folder, name), text)
  return folder
}

function run(folder: string, ...command: readonly string[]) {
  const env = { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', FORCE_COLOR: '0', NODE_TEST_CONTEXT: undefined }
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

const vitest = (folder: string) => run(folder, resolve('test/consumers/node_modules/vitest/vitest.mjs'), 'run')

for (const page of ofVitest) {
  test(`the suite of ${page} compiles, passes and prints the output of the page`, { timeout: 600_000 }, (t) => {
    const folder = createProject(t, page)
    const { said: errors } = run(folder, resolve('node_modules/typescript/bin/tsc'), '-p', '.')
    assert.equal(errors, '')
    const { status, said } = vitest(folder)
    assert.equal(status, 0, said)
    for (const { code, notes } of readBlocks(page)) if ('output' in notes) assert.ok(isShown(code, said), said)
  })

  test("a response that violates its schema fails its file, and Vitest's fake clock delays a body", {
    timeout: 600_000
  }, (t) => {
    const folder = createProject(t, page, {
      'notes.test.ts': `import { espalier, Type } from 'espalier'
        import { test } from 'vitest'
        test('it passes', async () => {
          const app = espalier()
          const response = { 200: { mail: Type.String({ format: 'email' }) } }
          app.get('/', { schema: { response } }, () => ({ mail: 'nobody' }))
          await app.inject('/')
        })`,
      'report.test.ts': `import { espalier } from 'espalier'
        import { test, vi } from 'vitest'
        test('it hangs', async () => {
          vi.useFakeTimers()
          const app = espalier()
          app.post('/', ({ body }) => body)
          await app.inject({ method: 'POST', url: '/', payload: { text: 'a' } })
        }, 500)`,
      'rolled-back.test.ts': ''
    })
    const { status, said } = vitest(folder)
    assert.equal(status, 1, said)
    assert.match(said, /GET \/ answered 200 with a body that its schema refuses/)
    assert.match(said, /it hangs[\s\S]*timed out in 500ms/)
    assert.match(said, /Tests +1 failed \| 1 passed/)
  })
}
