import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesIn } from '../../src/contract/path.ts'
import { parametersOf, templatesOf, writeTemplate } from '../../src/openapi/path.ts'

const rows: readonly (readonly [path: string, ...templates: string[]])[] = [
  ['/', '/'],
  ['/a/b', '/a/b'],
  ['/:id', '/{id}'],
  ['/a/:id(^\\d+$)', '/a/{id}'],
  ['/a/:id(^(\\d|\\)){2}$)/b', '/a/{id}/b'],
  ['/near/:lat-:lng/radius/:r', '/near/{lat}-{lng}/radius/{r}'],
  ['/at/:hour(^\\d{2}$)h:minute(^\\d{2}$)m', '/at/{hour}h{minute}m'],
  ['/:file.:ext', '/{file}.{ext}'],
  ['/a/:id?', '/a/{id}', '/a'],
  ['/:id?', '/{id}', '/'],
  ['/a/:id?/', '/a/{id}/', '/a/'],
  ['/files/*', '/files/{wildcard}'],
  ['*', '/{wildcard}'],
  ['/:wildcard/*', '/{wildcard}/{wildcard2}'],
  ['/name::verb', '/name:verb'],
  ['/é {x}?', '/%C3%A9%20%7Bx%7D%3F'],
  ['/a#b', '/a%23b']
]

for (const [path, ...templates] of rows)
  test(`${path} is ${templates.join(' and ')}`, () => {
    const found = templatesOf(path)
    assert.deepEqual(
      found.map((template) => writeTemplate(template)),
      templates
    )
    const [longest] = found
    assert.ok(longest)
    assert.deepEqual(new Set(parametersOf(longest).map(({ name }) => name)), namesIn(path))
  })

test('the pattern of a parameter matches the whole value', () => {
  const patternsOf = (path: string) =>
    templatesOf(path).flatMap((each) => parametersOf(each).map(({ pattern }) => pattern))
  assert.deepEqual(patternsOf('/:a(^\\d+$)-:b(\\d+)/:c'), ['^\\d+$', '^(?:\\d+)$', undefined])
  assert.deepEqual(patternsOf('/:a(^x|y$)'), ['^(?:x|y)$'])
})

test('a template may be written with other parameter names', () => {
  const [template] = templatesOf('/a/:b/:c')
  assert.ok(template)
  assert.equal(writeTemplate(template, ['x', 'y']), '/a/{x}/{y}')
})
