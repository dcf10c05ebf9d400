import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import fastify from 'fastify'
import { codes, type ErrorCode, type ErrorRow } from '../../src/error/codes.ts'
import { errors } from '../../src/error/error.ts'
import { warnings } from '../../src/error/warning.ts'

const rows = Object.entries(codes) as [ErrorCode, ErrorRow][]

test('every error of Fastify exists with the same status and base class', () => {
  const theirs = Object.entries(fastify.errorCodes).filter(([, value]) => value.name === 'FastifyError')
  assert.equal(theirs.length, 94)
  for (const [code, Theirs] of theirs) {
    const Ours = errors[code as ErrorCode] as unknown as new () => Error & { statusCode: number }
    const [ours, expected] = [new Ours(), new Theirs()]
    assert.equal(ours.statusCode, expected.statusCode, code)
    for (const base of [TypeError, RangeError, URIError]) {
      assert.equal(ours instanceof base, expected instanceof base, `${code} and ${base.name}`)
    }
  }
})

test('a code is upper case and begins with FST_ or ESP_', () => {
  for (const [code] of rows) assert.match(code, /^(FST|ESP)_[A-Z0-9_]+$/)
})

test('the status of an error is at least 400 and has a reason phrase in Node.js', () => {
  for (const [code, { status }] of rows) assert.ok(status >= 400 && STATUS_CODES[status] !== undefined, code)
})

test('no two errors of espalier share a message', () => {
  const messages = rows.filter(([code]) => code.startsWith('ESP_')).map(([, row]) => row.message)
  assert.equal(new Set(messages).size, messages.length)
})

test('every code is thrown in src, except those that are only listed', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && file !== join('error', 'codes.ts')
  )
  const text = sources.map((file) => readFileSync(join('src', file), 'utf8')).join('\n')
  const thrown = new Set([...text.matchAll(/(?:errors\.|')([A-Z]+_[A-Z0-9_]+)/g)].map(([, code]) => code))
  for (const [code, { isListedOnly = false }] of rows) assert.equal(thrown.has(code), !isListedOnly, code)
})

test('docs/errors.md lists every error and every warning', () => {
  const text = readFileSync(join(process.cwd(), 'docs/errors.md'), 'utf8')
  // The section in between contains programs, which test/readme.test.ts runs.
  const [own = ''] = /## Errors of your own\n[\s\S]*?(?=# Warnings\n)/.exec(text) ?? []
  assert.match(own, /httpError\(/)
  const expected = `# Errors

For those who met an error code. After it you know its cause and its fix, and can make errors of your own.

Every error that espalier makes carries one of these codes. Switch on \`error.code\`, or use \`isError(error, code)\`; messages may
be improved in any release. \`%s\` stands for the value in question. The status is the one a client sees where the error reaches it.
What is never thrown, here or in Fastify, is listed for plugins that read it from \`errorCodes\`.

| Code | Status | Message |
| --- | --- | --- |
${rows.map(toLine).join('\n')}

${own}# Warnings

What works but is probably not meant is reported through \`process.emitWarning\`; filter them by \`code\`.

| Code | Name | Message |
| --- | --- | --- |
${Object.entries(warnings)
  .map(([code, { name, message }]) => `| \`${code}\` | ${name} | ${message} |`)
  .join('\n')}
`
  assert.equal(text, expected, `docs/errors.md should read:\n\n${expected}`)
})

function toLine([code, row]: [ErrorCode, ErrorRow]): string {
  const message = row.message.replaceAll('|', '\\|').replaceAll('<', '&lt;')
  const status = `${row.status}${row.base === undefined ? '' : ` (${row.base})`}`
  return `| \`${code}\` | ${status} | ${message}${row.isListedOnly ? ' (Never thrown.)' : ''} |`
}
