import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { replaceFile } from '../src/replace-file.ts'

const isWindows = process.platform === 'win32'
const isRoot = process.getuid?.() === 0
const yes = async () => true

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-replace-'))
})
after(() => rmSync(folder, { recursive: true }))

function create(name: string, mode = 0o644): string {
  const path = join(folder, name)
  writeFileSync(path, 'old')
  chmodSync(path, mode)
  return path
}

test('a file gets the new content, keeps its mode, and no temporary file remains', {
  skip: isWindows
}, async () => {
  for (const mode of [0o755, 0o600, 0o666, 0o4755]) {
    const path = create('a.ts', mode)
    await replaceFile(path, Buffer.from('new'), yes)
    assert.equal(readFileSync(path, 'utf8'), 'new')
    assert.equal(statSync(path).mode & 0o7777, mode)
    assert.deepEqual(readdirSync(folder), ['a.ts'])
    rmSync(path)
  }
})

test('a file with a name of 255 bytes is replaced', async () => {
  const path = create(`${'a'.repeat(252)}.ts`)
  await replaceFile(path, Buffer.from('new'), yes)
  assert.equal(readFileSync(path, 'utf8'), 'new')
  rmSync(path)
})

test('a file saved since it was read is kept', async () => {
  const path = create('b.ts')
  await assert.rejects(
    replaceFile(path, Buffer.from('new'), async () => false),
    /it was changed while it was being read/
  )
  assert.equal(readFileSync(path, 'utf8'), 'old')
  assert.deepEqual(readdirSync(folder), ['b.ts'])
  rmSync(path)
})

test('a read-only file is kept', { skip: isWindows || isRoot }, async () => {
  const path = create('c.ts', 0o444)
  await assert.rejects(replaceFile(path, Buffer.from('new'), yes), { code: 'EACCES' })
  assert.equal(readFileSync(path, 'utf8'), 'old')
  rmSync(path)
})

test('if there is no space for the new content, the file is kept and no temporary file remains', {
  skip: isWindows
}, async () => {
  const path = create('d.ts')
  const program = `
    import { replaceFile } from ${JSON.stringify(new URL('../src/replace-file.js', import.meta.url).href)}
    await replaceFile(${JSON.stringify(path)}, Buffer.alloc(100_000), async () => true).catch(({ code }) => console.log(code))
  `
  // `ulimit -f` counts blocks of 1024 bytes.
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    'ulimit -f 8; exec "$0" --input-type=module -e "$1"',
    process.execPath,
    program
  ])
  assert.equal(stdout, 'EFBIG\n')
  assert.equal(readFileSync(path, 'utf8'), 'old')
  assert.deepEqual(readdirSync(folder), ['d.ts'])
  rmSync(path)
})
