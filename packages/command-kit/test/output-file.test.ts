import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeFolder, refuseSource, writeOutput, writeOutputs } from '../src/output-file.ts'
import { ArgumentError } from '../src/usage-error.ts'

const skip = process.platform === 'win32'

function createFolder(t: TestContext): string {
  const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'espalier-output-')))
  t.after(() => fs.rmSync(folder, { recursive: true }))
  return folder
}

const isRefused = (sentence: RegExp) => (error: Error) => error instanceof ArgumentError && sentence.test(error.message)

test('a file with other content is not overwritten by default, but with the mode file', async (t) => {
  const path = join(createFolder(t), 'a')
  await writeOutput(path, 'new', 'nothing')
  await writeOutput(path, 'new', 'nothing')
  await assert.rejects(
    writeOutput(path, 'newer', 'nothing'),
    isRefused(/a is there already, and differs .* --force\.$/)
  )
  assert.equal(fs.readFileSync(path, 'utf8'), 'new')
  await writeOutput(path, 'newer')
  assert.equal(fs.readFileSync(path, 'utf8'), 'newer')
})

test('a link is refused, and replaced with the mode link', { skip }, async (t) => {
  const folder = createFolder(t)
  const [path, other] = [join(folder, 'a'), join(folder, 'b')]
  fs.writeFileSync(other, 'other')
  fs.symlinkSync('b', path)
  for (const over of ['nothing', 'file'] as const)
    await assert.rejects(
      writeOutput(path, 'new', over),
      isRefused(/a is a link to b, and links are not followed: name a file\.$/)
    )
  await writeOutput(path, 'new', 'link')
  assert.deepEqual([fs.lstatSync(path).isFile(), fs.readFileSync(other, 'utf8')], [true, 'other'])
})

test('a folder, or a path that ends like one, is refused', async (t) => {
  const folder = createFolder(t)
  for (const path of [folder, `${folder}/`, `${folder}/none/`, `${folder}/none/a`])
    await assert.rejects(
      writeOutput(path, ''),
      isRefused(/is a folder: name a file in it|because of its folder: it is not there/)
    )
})

test('if one of several files cannot be written, no file is changed', async (t) => {
  const folder = createFolder(t)
  fs.writeFileSync(join(folder, 'a'), 'old')
  fs.mkdirSync(join(folder, 'b'))
  const outputs = ['a', 'c', 'b'].map((name) => ({ path: join(folder, name), text: 'new' }))
  await assert.rejects(writeOutputs(outputs), isRefused(/b is a folder/))
  assert.deepEqual(fs.readdirSync(folder), ['a', 'b'])
  assert.equal(fs.readFileSync(join(folder, 'a'), 'utf8'), 'old')
})

test('if the last step fails, the message names the changed files', async (t) => {
  const folder = createFolder(t)
  // The first output has already created the file of the second.
  const outputs = ['a', 'a'].map((name) => ({ path: join(folder, name), text: 'new' }))
  await assert.rejects(
    writeOutputs(outputs),
    isRefused(/a cannot be written: another one is there by now \(EEXIST\)\. Changed before that: .*a\.$/)
  )
  assert.deepEqual(fs.readdirSync(folder), ['a'])
})

test('makeFolder creates a folder once and refuses a link or a file', { skip }, async (t) => {
  const folder = createFolder(t)
  await makeFolder(join(folder, 'a'))
  await makeFolder(join(folder, 'a'))
  fs.symlinkSync('a', join(folder, 'b'))
  fs.writeFileSync(join(folder, 'c'), '')
  for (const name of ['b', 'c'])
    await assert.rejects(
      makeFolder(join(folder, name)),
      isRefused(/cannot be written: it is to be a folder, and is none\.$/)
    )
  await assert.rejects(makeFolder(join(folder, 'd/e')), isRefused(/because of its folder: it is not there/))
})

test('an input is recognized by every path to it', { skip }, async (t) => {
  const folder = createFolder(t)
  fs.mkdirSync(join(folder, 'a'))
  fs.writeFileSync(join(folder, 'a/b'), '')
  fs.symlinkSync('a', join(folder, 'link'))
  await assert.rejects(
    refuseSource(join(folder, 'link/b'), join(folder, 'a/b'), 'the document'),
    isRefused(/link\/b is the document: name another file to write\.$/)
  )
  await assert.rejects(refuseSource('none', './none', 'the document'), ArgumentError)
  await refuseSource(join(folder, 'a/c'), join(folder, 'a/b'), 'the document')
})
