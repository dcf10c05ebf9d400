/**
 * Finds types of Fastify in JSDoc comments, which editors and `checkJs` read. A JavaScript file with such comments must import
 * `espalier/fastify-types`, because other modules of espalier do not have these types.
 */
import { fastify } from './module-name.ts'
import { ancestorsOf, isMember, isNode, type Node, type NodePath, nameOf, propertiesOf, textOf } from './node.ts'
import { type Loaders, loadsModule } from './specifier.ts'

/** Matches a comment that imports types from `fastify`, or that makes the compiler check the file. */
const namesModule = new RegExp(
  String.raw`\bimport\(\s*['"]${fastify}['"]\s*\)|@import\b[^@]*\bfrom\s*['"]${fastify}['"]|^\s*@ts-check\b`
)

/** Whether comments use types of Fastify: `import('fastify')`, or a variable as in `{fastify.FastifyInstance}`. */
export function takesTypes(root: Node, all: readonly NodePath[], loaders: Loaders): boolean {
  const comments = Array.isArray(root.comments) ? root.comments.filter(isNode).map(({ value }) => String(value)) : []
  if (comments.some((comment) => namesModule.test(comment))) return true
  const names = all
    .filter((nodePath) => textOf(nodePath.node) === fastify && loadsModule(nodePath, loaders))
    .flatMap((nodePath) => [...boundNames(nodePath)])
  return comments.some((comment) => names.some((name) => takesMember(comment, name)))
}

/** Yields the variables that are assigned the loaded module, or a property of it. */
function* boundNames(nodePath: NodePath): Generator<string> {
  let depth = 0
  for (const { node, part, above } of ancestorsOf(nodePath)) {
    if (node.type === 'ImportDeclaration' && Array.isArray(node.specifiers))
      for (const specifier of node.specifiers) yield* namesIn(specifier.local)
    // The module and its properties give access to types such as `fastify.FastifyInstance`. The result of a call, as in `const app =
    // require('fastify')()`, does not.
    if (depth++ > 0 && !isMember(node)) return
    if (part === 'init' && above?.node.type === 'VariableDeclarator') yield* namesIn(above.node.id)
  }
}

function* namesIn(target: unknown): Generator<string> {
  if (!isNode(target)) return
  if (target.type === 'Identifier') yield nameOf(target) ?? ''
  else for (const value of propertiesOf(target).values()) yield* namesIn(value)
}

/** Matches comments such as `@param {fastify.FastifyInstance} app`. */
function takesMember(comment: string, name: string): boolean {
  const member = new RegExp(String.raw`(?<![\w$.])${name.replaceAll('$', '\\$')}\s*\.\s*[A-Za-z_$]`)
  return [...comment.matchAll(/\{([^@]*?)\}/g)].some(([, type = '']) => member.test(type))
}
