/**
 * People at a terminal and CIs read the output of commands. For any text in arguments, documents, sources, modules and file names, the output has no
 * control characters except line feeds and tabs, and no command that a CI runs.
 *
 * A diff of sources also keeps line ends. Printed JSON has the same meaning as in the application.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { run } from '../../src/run.ts'

const framework = JSON.stringify(import.meta.resolve('espalier'))
const start = process.cwd()
const root = realpathSync(mkdtempSync(join(tmpdir(), 'espalier-printed-')))
after(() => {
  process.chdir(start)
  rmSync(root, { recursive: true, force: true })
})

/** Invisible characters and white space. */
const unseen = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter((character) =>
  /[\p{Cc}\p{Cf}\p{Z}]/u.test(character)
)
const word = fc.oneof(
  fc.constantFrom('a', 'fastify', 'error', 'x=1', ':', '#', '[', ']', 'vso', 'teamcity', '/', "'"),
  fc.constantFrom(...unseen),
  fc.string({ unit: 'binary', maxLength: 4 })
)
const opening = fc.constantFrom('', '::', '##[', '##vso[', '##teamcity[')
const line = fc
  .tuple(fc.constantFrom('', ' ', '\t', '\u3000'), opening, fc.array(word, { maxLength: 5 }))
  .map(([space, start, words]) => space + start + words.join(''))
const hostile = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'))
/** A name that file systems accept, and that Node can import. */
const name = hostile.map(
  (text) =>
    `${Buffer.from(text.slice(0, 40))
      .toString()
      .replace(/[/\\\0]/g, '')}a`
)

interface Case {
  readonly text: string
  readonly name: string
}
type Prepare = (given: Case) => readonly string[]

const write = (path: string, text: string) => writeFileSync(path, text)
const literal = (text: string) => JSON.stringify(text)

function documentOf({ text, name }: Case): object {
  const schema = { type: 'object', properties: { [text]: { type: text, description: text } } }
  return {
    openapi: '3.1.0',
    info: { title: text, version: '1' },
    paths: { [`/${name}`]: { get: {}, [text]: { $ref: text } } },
    components: { schemas: { [text]: schema } }
  }
}

function sourcesOf({ text, name }: Case): readonly string[] {
  mkdirSync('src')
  write(`src/${name}.js`, `/* ${text.replaceAll('*/', '')} */ import f from 'fastify'\n// ${text}\n/*\n${text}\n*/\n`)
  write(`src/${name}.ts`, text)
  write('package.json', `{ ${literal(text)}: 1, "dependencies": { "fastify": ${literal(text)} } }`)
  return ['src', 'package.json']
}

function moduleOf(name: string, text: string): string {
  write(`${name}.mjs`, text)
  return `${name}.mjs`
}

const application = (text: string) =>
  `import { espalier } from ${framework}\nexport const app = espalier().get('/', { schema: { summary: ${literal(text)} } }, () => 1)
export const openapi = { info: { title: ${literal(text)}, version: '1' } }\n`

const failing = (text: string) => `throw Object.assign(new Error(${literal(text)}), { code: ${literal(text)} })`

/** A text such as `..` or `/` would make a command work on other folders. */
const within = (text: string) => `none-${text.replaceAll(/[/\\]/g, '|')}`

const cases: Readonly<Record<string, Prepare>> = {
  'a command': ({ text }) => [text],
  'a command of help': ({ text }) => ['help', text],
  'an option': ({ text }) => ['endpoints', `--${text}`],
  'an option without a command': ({ text }) => [`--${text}`],
  'arguments of client': ({ text }) => ['client', text, text],
  'arguments of compile': ({ text }) => ['compile', text, `--out=${within(text)}`, `--target=${text}`],
  'arguments of openapi': ({ text }) => ['openapi', text, `--version=${text}`],
  'paths of migrate': ({ text }) => ['migrate', '--dry-run', within(text)],
  'a file to write': ({ text, name }) => {
    write('a.json', '{"openapi":"3.1.0","paths":{"/a":{"get":{}}}}')
    return ['endpoints', 'a.json', `--out=${within(text)}${name}.ts`]
  },
  'a document': (given) => {
    write(`${given.name}.json`, JSON.stringify(documentOf(given)))
    return ['endpoints', `./${given.name}.json`, '--out', 'a.ts']
  },
  'a broken document': ({ text, name }) => {
    write(`${name}.yml`, `openapi: 3.1.0\n${text}: [ ${text}\n`)
    return ['endpoints', `./${name}.yml`, '--out', 'a.ts']
  },
  'JSON that is broken': ({ text }) => {
    write('a.json', `{ "openapi": "3.1.0", ${text}`)
    return ['endpoints', 'a.json', '--out', 'a.ts']
  },
  'a version': ({ text }) => {
    write('a.json', JSON.stringify({ openapi: text }))
    return ['endpoints', 'a.json', '--out', 'a.ts']
  },
  'sources that are shown': (given) => ['migrate', '--dry-run', ...sourcesOf(given)],
  'sources that are moved': (given) => ['migrate', ...sourcesOf(given)],
  'an application': ({ text, name }) => ['openapi', `./${moduleOf(name, application(text))}`],
  'an application that fails': ({ text, name }) => ['compile', `./${moduleOf(name, failing(text))}`, '--out', 'b.mjs'],
  'a module that throws no error': ({ text, name }) => ['openapi', `./${moduleOf(name, `throw ${literal(text)}`)}`],
  'a module without endpoints': ({ name }) => ['client', `./${moduleOf(name, '')}`, '--out', 'b.ts']
}

let count = 0

/** Runs the command in a folder of its own. */
async function printedBy(args: (given: Case) => readonly string[], given: Case) {
  const folder = join(root, `${count++}`)
  mkdirSync(folder)
  process.chdir(folder)
  try {
    return await run(args(given))
  } finally {
    process.chdir(root)
    rmSync(folder, { recursive: true })
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const obeyed = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|^\s*::|##(?:\[|vso|teamcity)/m

test('the output of a command has no control characters or CI commands for any input', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(cases)),
      fc.record({ text: hostile, name }),
      async (kind, given) => {
        const { code, output, complaint = '' } = await printedBy(cases[kind] ?? (() => []), given)
        const printed =
          kind === 'sources that are shown' ? output.replaceAll('\r\n', '\n').replaceAll('\ufeff', '') : output
        assert.doesNotMatch(printed, obeyed)
        assert.doesNotMatch(complaint, obeyed)
        if (kind !== 'an application') return
        assert.equal(code, 0, complaint)
        assert.equal(JSON.parse(output).info.title, given.text)
      }
    ),
    budget(1000)
  )
})
