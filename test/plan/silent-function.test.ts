import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSilent } from '../../src/plan/silent-function.ts'

/** A function of this text, as an application would write it: what a compiler makes of TypeScript must not decide a test. */
const make = (text: string): unknown => new Function(`return ${text}`)()

describe('a function is sure never to finish', () => {
  const silent = [
    '(request, reply) => {}',
    '() => {}',
    'function (request, reply) {}',
    'function named (request) { request.log.info({ a: 1 }, "no // return") }',
    '(request) => { console.log("return", request.url); }',
    'request => { request.user = 1 }',
    '({ onRequest (request, reply) { request.a = 1 } }).onRequest',
    '(request) => { if (request.x) { request.y = 2 } /* return */ }'
  ]
  for (const text of silent) test(text, () => assert.equal(isSilent(make(text), false), true))
})

describe('a function may finish', () => {
  const others = [
    'async () => {}',
    'async function () {}',
    'async request => {}',
    'function * () {}',
    'class {}',
    'Math.max',
    '(() => {}).bind(null)',
    '(request, reply) => { reply.send() }',
    '(request, reply) => reply.send()',
    'request => request.x',
    '(request) => { return 1 }',
    '(request) => { throw new Error() }',
    '(request) => { check(request) }',
    '(request) => { request.go() }',
    '(request) => { request?.go?.() }',
    '(request) => { request.log.info(check()) }',
    '(request) => { new Thing() }',
    ['(request) => { request.x = `$', '{go()}` }'].join(''),
    '(request) => { setTimeout(() => request.x(), 1) }',
    '(request) => { request.x = /a/ }',
    '(request, ...rest) => {}',
    '({ log }, reply) => {}',
    '(request, reply = 1) => {}',
    'function () { this.x = 1 }',
    'function () { arguments[2]() }'
  ]
  for (const text of others) test(text, () => assert.equal(isSilent(make(text), false), false))

  test('an empty handler, which stands for one to come', () => assert.equal(isSilent(make('() => {}'), true), false))
})

test('an empty function that was allowed as a handler is still refused as a hook', () => {
  const empty = make('() => {}')
  assert.deepEqual([isSilent(empty, true), isSilent(empty, false), isSilent(empty, true)], [false, true, false])
})

describe('a function is read in whatever style it is written', () => {
  const heads = [
    'request=>',
    'request  =>  ',
    '(request)=>',
    '( request , reply )  =>  ',
    'function(request)',
    'function  named  ( request )  '
  ]
  for (const head of heads)
    for (const body of ['{request.a=1}', '{ request.a = 1 }', '{\n  request.a = 1\n}']) {
      const text = `${head}${body}`
      test(text, () => assert.equal(isSilent(make(`(${text})`), false), true))
    }
})
