/** Finds uses of `fastify` other than imports of the module: internal files, type augmentations, settings of bundlers, and mocks. */
import { entries, fastify } from '../module-name.ts'
import { ancestorsOf, argumentsOf, isCall, keyOf, type Node, type NodePath, nameOf, textOf } from '../node.ts'
import { loadsModule } from '../specifier.ts'
import type { Rule } from './sign.ts'

/** `declare module 'fastify'` may stay: `espalier/fastify-types`, from which migrated files import, re-exports Fastify's types. */
const augmentation: Rule = ({ node, part, above }) => {
  if (part !== 'id' || above?.node.type !== 'TSModuleDeclaration' || textOf(node) !== fastify) return
  const advice = `'declare module' adds to Fastify's types, which ${entries.typed} has. It goes when its context moves on to the types of ${entries.plain}.`
  return { advice, mayStay: true }
}

/** Counts every `require` as a call that loads modules, even if the file defines a `require` of its own. A developer decides whether it does. */
const everyLoader = { names: new Set(['require']), isRequireTaken: false }

/** Finds imports such as `fastify/lib/reply`, `fastify/types/instance` and `fastify/package.json`. */
const internalFile: Rule = (nodePath, { isTyped }) => {
  const path = textOf(nodePath.node)
  if (path?.startsWith(`${fastify}/`) !== true || !loadsModule(nodePath, everyLoader)) return
  if (path.startsWith(`${fastify}/types/`) && isTyped)
    return {
      advice: `'${path}' is found as long as fastify is installed for its types. '${entries.typed}' has most of these names, too.`,
      mayStay: true
    }
  if (/\/lib\/errors/.test(path))
    return `'${path}' is inside Fastify: write import { errorCodes } from '${entries.plain}'.`
  if (/\/package\.json$/.test(path))
    return `'${path}' tells the version of Fastify: app.version is the one whose behaviour espalier has.`
  return `'${path}' is inside Fastify, and espalier has nothing under that name: find a public way to what it is used for, such as app.inject, decorators, hooks or request.routeOptions.`
}

const ownRequire: Rule = (nodePath, { isRequireTaken }) => {
  if (!isRequireTaken || textOf(nodePath.node) !== fastify || !loadsModule(nodePath, everyLoader)) return
  if (nameOf(nodePath.above?.node.callee) !== 'require') return
  return `'require' is a name of this file's own here. If it loads modules, write '${entries.plain}'.`
}

/** Settings whose keys (`keyed`) or list items (`listed`) are module names. */
const keyed = new Set(['alias', 'moduleNameMapper', 'paths', 'overrides', 'resolutions', 'externals', 'fallback'])
const listed = new Set([
  ...['external', 'externals', 'noExternal', 'inline', 'include', 'exclude', 'serverExternalPackages', 'types'],
  ...['serverComponentsExternalPackages', 'nodeModulesToInclude', 'externalModules', 'bundledDependencies']
])

const namesModule = (text: string | undefined) => text !== undefined && /^\^?fastify(?:$|[$/(])/.test(text)

function patternOf(node: Node): string | undefined {
  return node.type === 'RegExpLiteral' ? String(node.pattern) : textOf(node)
}

/** Finds settings such as `alias: { fastify: … }`, `moduleNameMapper: { '^fastify$': … }` and `alias: [{ find: 'fastify' }]`. */
const setting: Rule = (nodePath) => {
  const { node, part, above } = nodePath
  const isItem = above?.node.type === 'ArrayExpression' || part === 'value'
  if (!namesModule(keyOf(node)) && !(isItem && namesModule(patternOf(node)))) return
  const name = settingOf(nodePath, keyOf(node) === undefined)
  return (
    name &&
    `'${name}' names the module fastify. Where it is about the module that the application imports, name '${entries.plain}' (and '${entries.typed}') there.`
  )
}

function settingOf(nodePath: NodePath, isValue: boolean): string | undefined {
  const { node, part } = nodePath
  const above = [...ancestorsOf(nodePath)].filter((each) => keyOf(each.node) !== undefined)
  const nearest = above[0] && keyOf(above[0].node)
  if (nearest === undefined) return
  if (!isValue) return keyed.has(nearest) ? nearest : undefined
  if (nearest === 'find' && part === 'value')
    return above.some((each) => keyOf(each.node) === 'alias') ? 'alias' : undefined
  return listed.has(nearest) && node.type !== 'ObjectExpression' ? nearest : undefined
}

/** Finds calls such as `proxyquire('./app', { fastify: stub })` and `mockery.registerMock('fastify', stub)`. */
const otherMock: Rule = (nodePath) => {
  const call = [...ancestorsOf(nodePath)].find(({ node }) => isCall(node))
  const name = call && calleeText(call.node)
  if (name === undefined || !/mock|proxyquire|rewire|quibble|^td\./i.test(name)) return
  const isFirst = argumentsOf(call?.node as Node)[0] === nodePath.node && textOf(nodePath.node) === fastify
  const isKey = keyOf(nodePath.node) === fastify && argumentsOf(call?.node as Node).includes(nodePath.above?.node)
  if (!isKey && !(isFirst && !loadsModule(nodePath, everyMocker))) return
  return `'${name}' replaces the module fastify: name the entry that the tested module imports, '${entries.typed}' in TypeScript and '${entries.plain}' in JavaScript.`
}

const everyMocker = { names: new Set<string>(), isRequireTaken: true }

function calleeText({ callee }: Node): string | undefined {
  const name = nameOf(callee)
  const object = nameOf((callee as Node | undefined)?.object)
  return object === undefined || name === undefined ? name : `${object}.${name}`
}

export const settingRules: readonly Rule[] = [setting]

export const moduleRules: readonly Rule[] = [augmentation, internalFile, ownRequire, setting, otherMock]
