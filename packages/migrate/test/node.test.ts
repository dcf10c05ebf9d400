import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ancestorsOf,
  argumentsOf,
  isCall,
  isFunction,
  isMember,
  keyOf,
  type Node,
  nameOf,
  nodePaths,
  propertiesOf,
  textOf
} from '../src/node.ts'
import { loadParser } from '../src/parser.ts'

const parse = await loadParser()
const all = (text: string) => [...nodePaths(parse(text, 'ts'))]
const first = (text: string, type: string): Node => {
  const nodePath = all(text).find(({ node }) => node.type === type)
  assert.ok(nodePath, `${type} in ${text}`)
  return nodePath.node
}

test('node paths are in text order without comments', () => {
  const names = all('/* z */ a(b, [c, ...d], { e: f }) // y').flatMap(({ node }) => nameOf(node) ?? [])
  assert.deepEqual(names, ['a', 'b', 'c', 'd', 'e', 'f'])
})

test('a node path has its ancestors, the nearest first', () => {
  const nodePath = all('a({ b: "c" })').find(({ node }) => node.type === 'StringLiteral')
  assert.ok(nodePath)
  const above = [...ancestorsOf(nodePath)].map(({ node }) => node.type)
  assert.deepEqual(above, [
    'ObjectProperty',
    'ObjectExpression',
    'CallExpression',
    'ExpressionStatement',
    'Program',
    'File'
  ])
  assert.equal(nodePath.part, 'value')
})

test('a deep tree does not overflow the stack', () => {
  const leaf: Node = { type: 'Leaf', start: 0, end: 0, loc: { start: { line: 1 } } }
  let root = leaf
  for (let depth = 0; depth < 100_000; depth++) root = { ...leaf, type: 'Branch', inside: root }
  let count = 0
  for (const _ of nodePaths(root)) count++
  assert.equal(count, 100_001)
})

test('a text is a string literal or a template without expressions', () => {
  assert.equal(textOf(first(`a('b')`, 'StringLiteral')), 'b')
  assert.equal(textOf(first('a(`b`)', 'TemplateLiteral')), 'b')
  assert.equal(textOf(first('a(`b$' + '{c}`)', 'TemplateLiteral')), undefined)
  assert.equal(textOf(first('a(1)', 'NumericLiteral')), undefined)
  assert.equal(textOf(undefined), undefined)
})

test('a member has the name of its last part unless it is computed', () => {
  assert.equal(nameOf(first('a.b.c()', 'MemberExpression')), 'c')
  assert.equal(nameOf(first('a[b]()', 'MemberExpression')), undefined)
  assert.ok(isMember(first('a?.b', 'OptionalMemberExpression')))
})

test('calls, optional calls and new are calls with arguments', () => {
  for (const [text, type] of [
    ['a(1)', 'CallExpression'],
    ['a?.(1)', 'OptionalCallExpression'],
    ['new A(1)', 'NewExpression']
  ] as const) {
    assert.ok(isCall(first(text, type)))
    assert.equal(argumentsOf(first(text, type)).length, 1)
  }
  assert.deepEqual(argumentsOf(first('a', 'Identifier')), [])
})

test('properties are found by name in every notation', () => {
  const object = first(`a({ b: 1, 'c': 2, 200: 3, ['d']: 4, [e]: 5, ...f, g() {} })`, 'ObjectExpression')
  assert.deepEqual([...propertiesOf(object).keys()], ['b', 'c', '200', 'd', 'g'])
  assert.equal(propertiesOf(undefined).size, 0)
  assert.equal(keyOf(object), undefined)
})

test('functions of every form are functions', () => {
  for (const [text, type] of [
    ['a(() => 1)', 'ArrowFunctionExpression'],
    ['a(function () {})', 'FunctionExpression'],
    ['function a() {}', 'FunctionDeclaration'],
    ['a({ b() {} })', 'ObjectMethod']
  ] as const)
    assert.ok(isFunction(first(text, type)))
  assert.ok(!isFunction(first('a', 'Identifier')))
})
