import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { page, row } from '../../src/sign/sign.ts'

test('advice links to existing documents and rows', () => {
  const address = page('observability.md#datadog')
  assert.match(address, /^https:\/\/github\.com\/.+\/docs\/observability\.md#datadog$/)
  assert.ok(existsSync('docs/observability.md'))
  assert.equal(row(13), `row 13 of ${page('coming-from-fastify.md')}`)
})
