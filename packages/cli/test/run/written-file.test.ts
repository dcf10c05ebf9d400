/**
 * For any file at the path of `--out`, a command has one of two results. It ends with 0, and the file has the right content and its former mode.
 * Or it ends with 2 and a message, and every file is unchanged.
 *
 * A link is not written through. A folder that is a link does not lead out of the current folder. No other files remain.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { command } from '../../../../test/ahead/running.ts'
import { budget } from '../../../../test/fuzz/budget.ts'
import { run } from '../../src/run.ts'

const skip = process.platform === 'win32'
const start = process.cwd()
const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'espalier-written-')))
after(() => {
  process.chdir(start)
  fs.rmSync(root, { recursive: true, force: true })
})

const source = (name: string) => JSON.stringify(import.meta.resolve(name))
const inputs = {
  'a.json': '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/a":{"get":{}}}}',
  'app.mjs': `import { espalier } from ${source('espalier')}
const schema = { body: { type: 'object', properties: { a: { type: 'string' } } } }
export default () => espalier().post('/', { schema }, () => 1)
export const openapi = { info: { title: 'a', version: '1' } }\n`,
  'endpoints.mjs': `import { endpoint } from ${source('espalier/contract')}\nexport const a = endpoint('GET /a')\n`
}
for (const [name, text] of Object.entries(inputs)) fs.writeFileSync(join(root, name), text)

/** By command: its input, and the extension of its output. */
const commands = {
  endpoints: ['endpoints', '../../a.json', '.ts'],
  'endpoints --force': ['endpoints', '../../a.json', '.ts', '--force'],
  client: ['client', '../../endpoints.mjs', '.ts'],
  compile: ['compile', '../../app.mjs', '.mjs'],
  openapi: ['openapi', '../../app.mjs', '.json']
} as const
type Name = keyof typeof commands

/** The earlier content of the path. Places that end with a file take a mode. */
const places = [
  'nothing',
  'file',
  'second name',
  'folder',
  'link',
  'dangling link',
  'link to a folder',
  'pipe',
  'source'
] as const
const folders = ['.', 'inside', 'missing', 'a file', 'link inside', 'link outside', 'dangling'] as const

interface Given {
  readonly name: Name
  readonly place: (typeof places)[number]
  readonly folder: (typeof folders)[number]
  readonly mode: number
}

const makeFolder: Readonly<Record<Given['folder'], () => void>> = {
  '.': () => undefined,
  inside: () => fs.mkdirSync('inside'),
  missing: () => undefined,
  'a file': () => fs.writeFileSync('a file', 'old'),
  'link inside': () => {
    fs.mkdirSync('true')
    fs.symlinkSync('true', 'link inside')
  },
  'link outside': () => fs.symlinkSync('../other', 'link outside'),
  dangling: () => fs.symlinkSync('../none', 'dangling')
}

function makePlace({ name, place, mode }: Given, out: string): void {
  const other = resolve('../other/secret')
  if (place === 'file') fs.writeFileSync(out, 'old', { mode: 0o600 })
  if (place === 'file') fs.chmodSync(out, mode)
  if (place === 'second name') fs.linkSync(other, out)
  if (place === 'folder') fs.mkdirSync(out)
  if (place === 'link') fs.symlinkSync(other, out)
  if (place === 'dangling link') fs.symlinkSync(resolve('../other/none'), out)
  if (place === 'link to a folder') fs.symlinkSync(dirname(other), out)
  if (place === 'pipe') execFileSync('bash', ['-c', 'mkfifo "$0"', out])
  if (place === 'source') fs.linkSync(join('..', '..', commands[name][1].slice(6)), out)
}

/** Describes every file below a folder: its kind, mode and content. From Node 22 on, `readdir` also lists the target of a link, which is skipped. */
function everything(folder: string): Record<string, string> {
  const below = (path: string): string[] =>
    fs.readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
      const inner = join(path, entry.name)
      return entry.isDirectory() ? [inner, ...below(inner)] : [inner]
    })
  return Object.fromEntries(below(folder).map((path) => [relative(folder, path), describe(path)]))
}

function describe(path: string): string {
  const stat = fs.lstatSync(path)
  if (stat.isSymbolicLink()) return `link to ${fs.readlinkSync(path)}`
  return stat.isFile() ? `${stat.mode & 0o7777} ${fs.readFileSync(path, 'utf8')}` : `${stat.mode}`
}

let count = 0

async function write(given: Given): Promise<void> {
  const here = join(root, `${count++}`, 'here')
  const other = join(here, '../other')
  fs.mkdirSync(other, { recursive: true })
  fs.mkdirSync(here)
  fs.writeFileSync(join(other, 'secret'), 'secret')
  process.chdir(here)
  const [verb, read, end, ...more] = commands[given.name]
  const out = join(given.folder, `out${end}`)
  makeFolder[given.folder]()
  if (fs.existsSync(given.folder) && fs.statSync(given.folder).isDirectory()) makePlace(given, out)
  const before = everything(join(here, '..'))
  const { code, output, complaint = '' } = await run([verb, read, '--out', out, ...more])
  const now = everything(join(here, '..'))
  assert.equal(fs.readFileSync(join(other, 'secret'), 'utf8'), 'secret')
  for (const [name, text] of Object.entries(inputs)) assert.equal(fs.readFileSync(join(root, name), 'utf8'), text)
  assert.deepEqual(
    Object.keys(now).filter((name) => name.startsWith('other/')),
    Object.keys(before).filter((name) => name.startsWith('other/'))
  )
  if (code === 0) return checkWritten(given, { before, now, out: join('here', out.replace('link inside', 'true')) })
  assert.deepEqual([code, output], [2, ''], complaint)
  assert.doesNotMatch(complaint, /\n +at /)
  assert.deepEqual(now, before)
}

type Files = Record<string, string>

function checkWritten({ place, mode }: Given, { before, now, out }: { before: Files; now: Files; out: string }): void {
  const added = Object.keys(now).filter((name) => !(name in before) && name !== out)
  assert.deepEqual(
    added.filter((name) => !name.endsWith('out.d.mts')),
    []
  )
  const [, bits, text] = /^(\d+) ([\s\S]*)$/.exec(now[out] ?? '') ?? []
  assert.ok((text ?? '').length > 50, `it says ${now[out]}`)
  if (place === 'file') assert.equal(Number(bits), mode)
  assert.ok(['nothing', 'file', 'second name', 'source', 'link', 'dangling link', 'link to a folder'].includes(place))
}

test('an output file is written completely with its mode, or all files are unchanged', { skip }, async () => {
  const given = fc.record<Given>({
    name: fc.constantFrom(...(Object.keys(commands) as Name[])),
    place: fc.constantFrom(...places),
    folder: fc.oneof(fc.constant('.' as const), fc.constantFrom(...folders)),
    mode: fc.constantFrom(0o644, 0o600, 0o755, 0o664)
  })
  await fc.assert(
    fc.asyncProperty(given, write).afterEach(() => process.chdir(root)),
    budget(600)
  )
})

const runHere = promisify(execFile)

for (const [what, text] of [
  ['that existed', 'old'],
  ['that did not exist', undefined]
] as const)
  test(`a file ${what} is unchanged after a write without enough space`, { skip }, async () => {
    const folder = fs.mkdtempSync(join(root, 'room-'))
    if (text !== undefined) fs.writeFileSync(join(folder, 'out.ts'), text)
    const paths = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`/a${index}`, { get: {} }]))
    fs.writeFileSync(
      join(folder, 'a.json'),
      JSON.stringify({ openapi: '3.1.0', info: { title: 'a', version: '1' }, paths })
    )
    const before = everything(folder)
    // `ulimit -f` counts blocks of 1024 bytes.
    const script = `ulimit -f 4; exec "${process.execPath}" "${command}" endpoints a.json --out out.ts --force`
    const failed = await runHere('bash', ['-c', script], { cwd: folder }).catch(
      (error: { code: number; stderr: string }) => error
    )
    assert.equal(failed.stderr, 'out.ts cannot be written: a file may not become that large here (EFBIG).\n')
    assert.deepEqual(everything(folder), before)
  })

test('a process killed during a write leaves the old file', { skip }, async () => {
  const folder = fs.mkdtempSync(join(root, 'killed-'))
  const out = join(folder, 'out.ts')
  fs.writeFileSync(out, 'old')
  const module = JSON.stringify(import.meta.resolve('@espalier/command-kit'))
  const program = `import { writeOutput } from ${module}\nawait writeOutput(${JSON.stringify(out)}, 'new'.repeat(2e7))`
  const ended = new Promise<void>((end) => {
    const child = execFile(process.execPath, ['--input-type=module', '-e', program], () => end())
    const watcher = fs.watch(folder, () => child.kill('SIGKILL'))
    child.once('exit', () => watcher.close())
  })
  await ended
  const text = fs.readFileSync(out, 'utf8')
  assert.ok(text === 'old' || text.length === 6e7, `${text.length} characters`)
})

const huge = (path: string) => {
  fs.writeFileSync(path, '')
  fs.truncateSync(path, 3 * 2 ** 30)
}
const inputsThatFail: Readonly<Record<string, (path: string) => void>> = {
  'that is missing': () => undefined,
  'that is a folder': (path) => fs.mkdirSync(path),
  'that is empty': (path) => fs.writeFileSync(path, ''),
  'in Latin-1': (path) =>
    fs.writeFileSync(path, Buffer.from('{"openapi":"3.1.0","info":"\xe9","paths":{"/a":{"get":{}}}}', 'latin1')),
  'in UTF-16': (path) => fs.writeFileSync(path, Buffer.from('\ufeff{"openapi":"3.1.0","paths":{}}', 'utf16le')),
  'of zeros': (path) => fs.writeFileSync(path, Buffer.alloc(100)),
  'that is a circular link': (path) => fs.symlinkSync(path, path),
  'that is too large': huge,
  'below a file': (path) => fs.writeFileSync(dirname(path), '')
}

for (const [what, make] of Object.entries(inputsThatFail))
  for (const name of ['a.json', 'a.yml'])
    test(`endpoints of a ${name} ${what} exits with 2 and a message`, { skip }, async () => {
      const path = join(fs.mkdtempSync(join(root, 'input-')), 'b', name)
      if (what !== 'below a file') fs.mkdirSync(dirname(path))
      make(path)
      const { code, output, complaint = '' } = await run(['endpoints', path, '--out', join(root, 'b.ts')])
      assert.deepEqual([code, output], [2, ''])
      assert.match(complaint, /^\S+a\.(?:json|yml) (?:is|does|cannot) .*\n$/s)
      assert.doesNotMatch(complaint, /\n +at |Error:/)
      assert.ok(!fs.existsSync(join(root, 'b.ts')))
    })

for (const verb of ['client', 'compile', 'openapi'])
  for (const what of [
    'that is missing',
    'that is a folder',
    'that is empty',
    'that is a circular link',
    'below a file'
  ])
    test(`${verb} of a module ${what} exits with 1 and a message`, { skip }, async () => {
      const path = join(fs.mkdtempSync(join(root, 'input-')), 'b', 'a.mjs')
      if (what !== 'below a file') fs.mkdirSync(dirname(path))
      inputsThatFail[what]?.(path)
      const {
        code,
        output,
        complaint = ''
      } = await run([verb, path, '--out', join(root, verb === 'client' ? 'c.ts' : 'c.mjs')])
      assert.deepEqual([code, output], [1, ''])
      assert.match(complaint, /^\S+a\.mjs (?:is|does|cannot|exports) .*\.\n$/)
    })

for (const text of ['{', 'null', '[]', '{"name": 1}', ''])
  test(`a package.json of '${text}' gives openapi a message or a document without a stack`, async () => {
    const folder = fs.mkdtempSync(join(root, 'package-'))
    fs.writeFileSync(join(folder, 'package.json'), text)
    fs.writeFileSync(join(folder, 'a.mjs'), inputs['app.mjs'].replace(/^export const openapi.*$/m, ''))
    const { code, complaint = '' } = await run(['openapi', join(folder, 'a.mjs')])
    assert.ok(code === 0 || /^[^\n]*\.\n$/.test(complaint), complaint)
  })

test('an input file is not overwritten under any of its paths', { skip }, async (t) => {
  const folder = fs.mkdtempSync(join(root, 'same-'))
  process.chdir(folder)
  t.after(() => process.chdir(start))
  fs.mkdirSync('true')
  fs.symlinkSync('true', 'linked')
  for (const [name, text] of Object.entries(inputs)) fs.writeFileSync(join('true', name), text)
  fs.renameSync('true/endpoints.mjs', 'true/endpoints.mts')
  for (const [verb, name] of [
    ['compile', 'app.mjs'],
    ['openapi', 'app.mjs']
  ] as const) {
    const { code, complaint } = await run([verb, join('true', name), '--out', join('linked', name)])
    assert.deepEqual([code, complaint], [2, `linked/${name} is the application: name another file to write.\n`])
  }
  const { code } = await run(['client', 'true/endpoints.mts', '--out', 'linked/endpoints.mts'])
  assert.equal(code, 2)
  assert.equal(fs.readFileSync('true/app.mjs', 'utf8'), inputs['app.mjs'])
})
