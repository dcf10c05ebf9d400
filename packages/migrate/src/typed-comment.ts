/**
 * Types that JavaScript takes in its comments: an editor reads them, and so does a compiler with `checkJs`. Those of Fastify are in the entry
 * `espalier/fastify-types`, and in no other.
 */
import { fastify } from './module-name.ts'
import { isMember, isNode, type Node, nameOf, type Place, placesAbove, propertiesOf, textOf } from './node.ts'
import { type Loaders, loadsModule } from './specifier.ts'

/** Comments that name the module, or let the compiler check the file. */
const namesModule = new RegExp(
  String.raw`\bimport\(\s*['"]${fastify}['"]\s*\)|@import\b[^@]*\bfrom\s*['"]${fastify}['"]|^\s*@ts-check\b`
)

/** Whether comments of a file take types of Fastify, from the module by its name, or from another name of it in the file. */
export function takesTypes(root: Node, all: readonly Place[], loaders: Loaders): boolean {
  const comments = Array.isArray(root.comments) ? root.comments.filter(isNode).map(({ value }) => String(value)) : []
  if (comments.some((comment) => namesModule.test(comment))) return true
  const names = all
    .filter((place) => textOf(place.node) === fastify && loadsModule(place, loaders))
    .flatMap((place) => [...boundNames(place)])
  return comments.some((comment) => names.some((name) => takesMember(comment, name)))
}

/** The names that a file gives to a module where it loads it. */
function* boundNames(place: Place): Generator<string> {
  let depth = 0
  for (const { node, part, above } of placesAbove(place)) {
    if (node.type === 'ImportDeclaration' && Array.isArray(node.specifiers))
      for (const specifier of node.specifiers) yield* namesIn(specifier.local)
    // To the compiler `require('fastify')`, or a member of it, is another name of the module. The result of a call of it is not.
    if (depth++ > 0 && !isMember(node)) return
    if (part === 'init' && above?.node.type === 'VariableDeclarator') yield* namesIn(above.node.id)
  }
}

function* namesIn(target: unknown): Generator<string> {
  if (!isNode(target)) return
  if (target.type === 'Identifier') yield nameOf(target) ?? ''
  else for (const value of propertiesOf(target).values()) yield* namesIn(value)
}

/** Tells whether a comment has a type of a name's in braces, as `@param {fastify.FastifyInstance} app`. */
function takesMember(comment: string, name: string): boolean {
  const member = new RegExp(String.raw`(?<![\w$.])${name.replaceAll('$', '\\$')}\s*\.\s*[A-Za-z_$]`)
  return [...comment.matchAll(/\{([^@]*?)\}/g)].some(([, type = '']) => member.test(type))
}
