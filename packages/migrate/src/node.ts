export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly loc: { readonly start: { readonly line: number } }
  readonly [part: string]: unknown
}

export interface NodePath {
  readonly node: Node
  /** The property of the parent node that contains this node, such as `source` of an import. */
  readonly part: string
  readonly above: NodePath | undefined
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

const nonSyntax = new Set(['loc', 'extra', 'errors', 'tokens', 'comments'])

/** Yields the nodes of a syntax tree in source order. The function is not recursive, so a deep tree cannot overflow the stack. */
export function* nodePaths(root: Node): Generator<NodePath> {
  const waiting: NodePath[] = [{ node: root, part: '', above: undefined }]
  for (let nodePath = waiting.pop(); nodePath !== undefined; nodePath = waiting.pop()) {
    yield nodePath
    for (const child of childrenOf(nodePath).reverse()) waiting.push(child)
  }
}

function childrenOf(above: NodePath): NodePath[] {
  return Object.keys(above.node).flatMap((part) => {
    if (nonSyntax.has(part) || /Comments$/.test(part)) return []
    const value = above.node[part]
    const nodes = Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
    return nodes.map((node): NodePath => ({ node, part, above }))
  })
}

export function* ancestorsOf({ above }: NodePath): Generator<NodePath> {
  for (let nodePath = above; nodePath !== undefined; nodePath = nodePath.above) yield nodePath
}

export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return
  if (node.type === 'StringLiteral') return String(node.value)
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis) || node.quasis.length !== 1) return
  return node.quasis[0].value.cooked ?? undefined
}

export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return
  if (node.type === 'Identifier') return String(node.name)
  return isMember(node) && node.computed !== true ? nameOf(node.property) : undefined
}

export const isMember = (node: Node): boolean =>
  node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression'

export const isCall = (node: Node): boolean =>
  node.type === 'CallExpression' || node.type === 'OptionalCallExpression' || node.type === 'NewExpression'

export const argumentsOf = (call: Node): readonly unknown[] => (Array.isArray(call.arguments) ? call.arguments : [])

export function keyOf(property: Node): string | undefined {
  if (property.type !== 'ObjectProperty' && property.type !== 'ObjectMethod') return
  return property.computed === true ? textOf(property.key) : (textOf(property.key) ?? keyText(property.key))
}

function keyText(key: unknown): string | undefined {
  return isNode(key) && key.type === 'NumericLiteral' ? String(key.value) : nameOf(key)
}

/** Returns the properties of an object literal by name. Computed names and spread objects are omitted. */
export function propertiesOf(object: unknown): Map<string, Node> {
  const properties = isNode(object) && Array.isArray(object.properties) ? object.properties.filter(isNode) : []
  return new Map(
    properties.flatMap((property): [string, Node][] => {
      const key = keyOf(property)
      const value = property.type === 'ObjectMethod' ? property : property.value
      return key === undefined || !isNode(value) ? [] : [[key, value]]
    })
  )
}

export const isFunction = (node: unknown): node is Node =>
  isNode(node) && /^(?:Arrow)?Function(?:Expression|Declaration)$|^ObjectMethod$/.test(node.type)
