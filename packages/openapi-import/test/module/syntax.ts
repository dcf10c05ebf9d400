// Checks that a module contains only imports of espalier, the expected declarations, and literals.
import assert from 'node:assert/strict'
import { parse } from '@babel/parser'

interface Syntax {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly [member: string]: unknown
}

interface At {
  readonly holder: Syntax
  readonly key: string
  readonly names: ReadonlySet<string>
}

type Check = (node: Syntax, at: At) => boolean

const always: Check = () => true
const all = (check: Check, ...types: string[]) => Object.fromEntries(types.map((type) => [type, check]))
const of = (value: unknown) => Object(value) as Syntax
const builders = ['endpoint', 'events', 'withDefault']
const words =
  /^(?:String|Number|Integer|Boolean|Null|Unknown|Never|Literal|Enum|Union|Intersect|Array|Object|Optional|Ref|Unsafe)$/
const known = new Set(['undefined', 'Record', 'Value', 'Id'])

const nodes: Readonly<Record<string, Check>> = {
  ...all(always, 'StringLiteral', 'NumericLiteral', 'BooleanLiteral', 'NullLiteral', 'TemplateElement'),
  ...all(always, 'ArrayExpression', 'ObjectExpression', 'VariableDeclarator', 'ImportSpecifier'),
  ...all(
    always,
    'TSStringKeyword',
    'TSObjectKeyword',
    'TSNumberKeyword',
    'TSBooleanKeyword',
    'TSNullKeyword',
    'TSUnknownKeyword'
  ),
  ...all(
    always,
    'TSNeverKeyword',
    'TSUndefinedKeyword',
    'TSUnionType',
    'TSIntersectionType',
    'TSArrayType',
    'TSParenthesizedType'
  ),
  ...all(
    always,
    'TSTypeReference',
    'TSIndexSignature',
    'TSTypeQuery',
    'TSTypeLiteral',
    'TSLiteralType',
    'TSTypeAnnotation',
    'TSTypeParameter'
  ),
  ...all(always, 'TSTypeParameterInstantiation', 'TSTypeParameterDeclaration', 'TSPropertySignature'),
  ...all(always, 'TSTypeAliasDeclaration'),
  ImportDeclaration: ({ source }) => /^espalier\/(?:contract|openapi)$/.test(String(of(source).value)),
  ExportNamedDeclaration: ({ declaration, source }) => declaration !== null && source === null,
  VariableDeclaration: ({ kind }) => kind === 'const',
  TemplateLiteral: ({ expressions }) => Array.isArray(expressions) && expressions.length === 0,
  UnaryExpression: ({ operator, argument }) => operator === '-' && of(argument).type === 'NumericLiteral',
  CallExpression: ({ callee }) => of(callee).type === 'MemberExpression' || builders.includes(String(of(callee).name)),
  MemberExpression: ({ computed, object, property }) =>
    computed === false && of(object).name === 'Type' && words.test(String(of(property).name)),
  ArrowFunctionExpression: ({ body, params }) =>
    of(body).type === 'Identifier' && Array.isArray(params) && params.length === 0,
  // A plain key `__proto__` would set the prototype.
  ObjectProperty: ({ computed, key, shorthand }) =>
    (of(key).name ?? of(key).value) === '__proto__' ? computed === true && shorthand === false : computed === false,
  Identifier: ({ name = '' }, { holder, key, names }) => {
    const isKey = (key === 'key' && holder.shorthand !== true) || (key === 'property' && holder.computed === false)
    return isKey || key === 'imported' || holder.type === 'TSIndexSignature' || names.has(name) || known.has(name)
  }
}

export function checkSyntax(text: string): { readonly endpoints: number; readonly exported: readonly string[] } {
  const { comments, program } = parse(text, { sourceType: 'module', plugins: ['typescript'] })
  checkComments((comments ?? []).map(({ value }) => value))
  assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
  assert.deepEqual(program.directives, [])
  const statements = program.body as unknown as Syntax[]
  const names = new Set(statements.flatMap(namesOf))
  for (const statement of statements) visit(statement, { holder: statement, key: '', names })
  return {
    endpoints: statements.filter((each) => of(of(initOf(each)).callee).name === 'endpoint').length,
    exported: statements.filter(({ type }) => type === 'ExportNamedDeclaration').flatMap(namesOf)
  }
}

const initOf = ({ declaration }: Syntax) => of([of(declaration).declarations].flat()[0]).init

function checkComments([first, ...others]: readonly string[]): void {
  assert.match(String(first), /^ Written by espalier endpoints .*\.$/)
  const ours = [
    '* A schema that is part of itself has its type said. ',
    '* The options of `openapi()` that the endpoints do not contain. ',
    "* The rest of the document, for `mergePatch()` of '@espalier/openapi-import/patch'. "
  ]
  assert.deepEqual(
    others.filter((comment) => !ours.includes(comment)),
    []
  )
}

function namesOf({ declaration, declarations, id, specifiers }: Syntax): string[] {
  if (of(declaration).type !== undefined) return namesOf(of(declaration))
  const inside = [declarations ?? specifiers ?? []].flat().map((each) => of(of(each).id ?? of(each).local).name)
  return [of(id).name, ...inside].filter((name) => name !== undefined)
}

function visit(node: Syntax, at: At): void {
  assert.ok(nodes[node.type]?.(node, at), `${node.type} ${String(node.name ?? node.value ?? '')} in ${at.holder.type}`)
  for (const [key, inner] of Object.entries(node))
    for (const each of [inner].flat())
      if (!/Comments$/.test(key) && typeof of(each).type === 'string' && key !== 'loc' && key !== 'extra')
        visit(of(each), { ...at, holder: node, key })
}
