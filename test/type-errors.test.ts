// The messages of the compiler about wrong programs. test/type-errors/*.txt hold the text of both compilers; UPDATE=1 writes them.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { compilers, messagesOf, type Version } from './type-errors/compiler.ts'
import { mistakes, preamble } from './type-errors/mistake.ts'

/** Most lines that a message may have. */
const mostLines = 3

const programs = Object.fromEntries(Object.entries(mistakes).map(([name, { code }]) => [name, preamble + code]))
const versions = Object.keys(compilers) as Version[]
const said = new Map(versions.map((version) => [version, messagesOf(version, programs)]))

function linesOf(name: string, version: Version): string[] {
  return said.get(version)?.get(name) ?? []
}

function matchesFile(path: string, text: string): void {
  if (process.env.UPDATE) writeFileSync(path, text)
  assert.equal(text, existsSync(path) ? readFileSync(path, 'utf8') : '', `${path}; UPDATE=1 writes it`)
}

for (const [name, { code, says }] of Object.entries(mistakes)) {
  test(`the compiler reports ${name} in one short message that names the mistake`, () => {
    for (const version of versions) {
      const lines = linesOf(name, version)
      assert.ok(lines.length > 0, `TypeScript ${version} accepts ${code}`)
      assert.ok(lines.length <= mostLines, `TypeScript ${version} says\n${lines.join('\n')}`)
      assert.match(lines.join('\n'), says)
      const errors = lines.filter((line) => /^TS\d+:/.test(line)).length
      assert.equal(errors, 1, `TypeScript ${version} says\n${lines.join('\n')}`)
    }
    const sections = versions.map((version) => `TypeScript ${version}\n${linesOf(name, version).join('\n')}\n`)
    matchesFile(`test/type-errors/${name}.txt`, [`${code}\n`, ...sections].join('\n'))
  })
}

test('no sentence is longer than 140 characters or shows an inner type', () => {
  for (const [name, { code }] of Object.entries(mistakes))
    for (const version of versions) {
      const text = linesOf(name, version).join('\n')
      for (const [, refusals = ''] of text.matchAll(/Refusal<((?:"(?:[^"\\]|\\.)*"(?: \| )?)+)>/g))
        for (const sentence of JSON.parse(`[${refusals.replaceAll(' | "', ', "')}]`) as string[])
          assert.ok(sentence.length <= 140, `${sentence.length} characters in ${code}: ${sentence}`)
      assert.doesNotMatch(
        text,
        /\b(?:Revived|RevivedAs|StatusAt|PayloadAt|EntryPayload|InferMarked\w*|undefined" \|)\b/,
        name
      )
    }
})
