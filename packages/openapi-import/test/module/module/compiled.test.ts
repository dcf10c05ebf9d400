// For random documents, the module must compile with both compilers, its app must start, and the app's document must equal the original. Any other
// document must be refused with a message.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ArgumentError } from '@espalier/command-kit'
import { espalier } from 'espalier'
import { openapi } from 'espalier/openapi'
import fc from 'fast-check'
import { budget, fixed } from '../../../../../test/fuzz/budget.ts'
import { messagesOf } from '../../../../../test/type-errors/compiler.ts'
import { importDocument } from '../../../src/import-document.ts'
import { createMergePatch } from '../../../src/json-merge-patch.ts'
import { toNormalForm } from '../../../src/normal-form.ts'
import { mergePatch } from '../../../src/patch/merge-patch.ts'
import { readDocument } from '../../../src/read-document.ts'
import { document, type Said } from '../../document.ts'
import { evaluate } from '../evaluate.ts'

const same = fc.sample(document, fixed(30))
const { numRuns = 0, seed } = budget(120)
const random = fc.sample(document, { numRuns: Math.min(numRuns, 1000), ...(seed !== undefined && { seed }) })

const folder = mkdtempSync(join(tmpdir(), 'compiled-'))
const file = join(folder, 'a.json')
after(() => rmSync(folder, { recursive: true }))

interface Written {
  readonly document: Said
  readonly module: string
}

/** Only the smallest failing document is shown. */
const smallest = (broken: readonly (readonly [document: Said, why: string])[]) =>
  broken
    .map(([said, why]) => `${JSON.stringify(said)}: ${why}`)
    .sort((one, other) => one.length - other.length)
    .slice(0, 1)

const written = new Map<string, Written>()
const refused: [Said, string][] = []
for (const [at, said] of [...same, ...random].entries())
  try {
    writeFileSync(file, JSON.stringify(said))
    written.set(`m${at}`, { document: said, module: (await importDocument(await readDocument(file), file)).module })
  } catch (error) {
    refused.push([said, error instanceof ArgumentError ? error.message : String(error)])
  }

test('most documents are written, and the others are refused with a file and a path', () => {
  const count = same.filter((_, at) => written.has(`m${at}`)).length
  assert.ok(count > same.length / 2, `${count} of ${same.length}`)
  const unplaced = refused.filter(([, why]) => !why.startsWith(`${file} `))
  assert.deepEqual(smallest(unplaced), [])
})

for (const version of ['5.9', '7'] as const)
  test(`every module compiles with TypeScript ${version} without unused names`, () => {
    const programs = Object.fromEntries([...written].map(([name, { module }]) => [name, module]))
    const messages = messagesOf(version, programs, { folder: '.build/modules', noUnusedLocals: true })
    const broken = [...messages].map(([name, [why = '']]) => [written.get(name)?.document ?? {}, why] as const)
    assert.deepEqual(smallest(broken), [])
  })

test('an app of the endpoints starts and has the original document', async () => {
  const broken: [Said, string][] = []
  for (const { document: said, module } of written.values()) {
    const why = await differenceOf(said, module)
    if (why !== undefined) broken.push([said, why])
  }
  assert.deepEqual(smallest(broken), [])
})

async function differenceOf(said: Said, module: string): Promise<string | undefined> {
  const { document: options, documentPatch = {}, ...exported } = evaluate(module)
  const app = Object(espalier({ logger: false, exposeHeadRoutes: false }))
  app.setErrorHandler(() => undefined)
  try {
    for (const value of Object.values(exported))
      if (Object(value).method !== undefined) app.route(value, () => undefined)
    await app.ready()
    const described = openapi(app, { ...Object(options), patch: mergePatch(Object(documentPatch)) })
    const [read, found] = [said, Object(described)].map((one) => toNormalForm(one))
    const change = createMergePatch(Object(read), Object(found))
    return change === undefined ? undefined : `differs by ${JSON.stringify(change.patch)}`
  } catch (error) {
    return String(error)
  } finally {
    await app.close()
  }
}
