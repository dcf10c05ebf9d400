import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transport } from '../../src/http/transport.ts'
import type { Logger } from '../../src/log/logger.ts'
import { sendInternalError } from '../../src/plan/fault.ts'

function meet(isBegun: boolean) {
  const calls: unknown[] = []
  const lines: unknown[] = []
  const transport = {
    isBegun,
    abort: () => calls.push('abort'),
    respond: (status: number, headers: Record<string, unknown>, body: string) => calls.push([status, headers, body])
  }
  const logger = { error: (...line: unknown[]) => lines.push(line) }
  const error = new Error('secret')
  sendInternalError(logger as unknown as Logger, error, transport as unknown as Transport)
  return { calls, lines, error }
}

test('a fault before the request exists is a 500 without its message, which is logged', () => {
  const { calls, lines, error } = meet(false)
  const body = '{"statusCode":500,"error":"Internal Server Error","message":"Internal Server Error"}'
  const head = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
  assert.deepEqual(calls, [[500, head, body]])
  assert.deepEqual(lines, [[{ err: error }, 'a request could not be accepted']])
})

test('a fault aborts a response that has begun', () => {
  assert.deepEqual(meet(true).calls, ['abort'])
})
