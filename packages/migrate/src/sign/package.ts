import { entries, fastify } from '../module-name.ts'
import { type Node, propertiesOf, textOf } from '../node.ts'
import { page, type Sign } from './sign.ts'

const kinds = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** Packages that load Fastify itself, or that look for a module with its name. */
const needsFastify: Readonly<Record<string, string>> = {
  '@nestjs/platform-fastify': `Nest's adapter brings Fastify along and loads its insides. Give it an instance of espalier: ${page('nestjs.md')}.`,
  'fastify-cli': `'fastify start' goes on to start Fastify, which it loads by its name. Install espalier under that name if no source is in TypeScript. Or write a file that makes the app with espalier, registers the application as a plugin and listens: ${page('consumers.md#fastify-cli')}.`,
  '@opentelemetry/instrumentation-fastify': `@opentelemetry/instrumentation-fastify finds the module by the name fastify, so it sees nothing of espalier. Use @fastify/otel: ${page('observability.md#opentelemetry')}.`,
  'dd-trace': `dd-trace knows Fastify by its name. Some lines give it the routes: ${page('observability.md#datadog')}.`,
  newrelic: `newrelic knows Fastify by its version. Some lines name the transactions: ${page('observability.md#new-relic')}.`
}

/** @param isTyped whether sources of the application will import `espalier/fastify-types` */
export function findPackageSigns(root: Node, isTyped: boolean): Sign[] {
  const parts = propertiesOf(root)
  const hasEspalier = kinds.some((kind) => propertiesOf(parts.get(kind)).has(entries.plain))
  const signs = kinds.flatMap((kind) => dependencySigns(kind, propertiesOf(parts.get(kind)), { isTyped, hasEspalier }))
  return [...signs, ...overrideSigns(parts)]
}

type Application = Readonly<Record<'isTyped' | 'hasEspalier', boolean>>

function dependencySigns(kind: string, dependencies: Map<string, Node>, application: Application): Sign[] {
  return [...dependencies].flatMap(([name, value]) => {
    const own = Object.hasOwn(needsFastify, name) ? [needsFastify[name] ?? ''] : []
    const all = name === fastify ? [...ageAdvice(textOf(value) ?? ''), ...moveAdvice(kind, application)] : own
    return all.map((advice) => ({ line: value.loc.start.line, advice }))
  })
}

function ageAdvice(range: string): string[] {
  const [, major] = /^\D*([0-4])(?:\.|$)/.exec(range) ?? []
  if (major === undefined) return []
  return [`This is Fastify ${major}; espalier has the run time of Fastify 5. Move to Fastify 5 first.`]
}

function moveAdvice(kind: string, { isTyped, hasEspalier }: Application): string[] {
  if (kind === 'peerDependencies')
    return [
      'A package with fastify as a peer is a plugin for others: name espalier as a second, optional peer, or leave it.'
    ]
  const isTypes = isTyped && kind === 'devDependencies'
  const steps = [
    hasEspalier ? [] : ['npm install espalier'],
    isTypes ? [] : [isTyped ? 'npm install --save-dev fastify' : 'npm uninstall fastify']
  ].flat()
  if (steps.length === 0) return []
  const why = isTyped
    ? `Fastify stays for its types (${entries.typed} has them); nothing of it runs.`
    : 'Keep fastify where something else needs it, such as a plugin with fastify as a peer: npm explain fastify.'
  return [`Type ${steps.join(', then ')}. ${why}`]
}

/** Finds `fastify` in `overrides` of npm, and in the settings of pnpm and Yarn with the same effect. */
function overrideSigns(parts: Map<string, Node>): Sign[] {
  const pnpm = propertiesOf(parts.get('pnpm'))
  const overrides = [parts.get('overrides'), parts.get('resolutions'), pnpm.get('overrides')]
  return overrides.flatMap((each) => {
    const value = propertiesOf(each).get(fastify)
    const advice =
      'A forced version of fastify is one of types now; plugins that bring fastify along get it, too. Check that it is meant.'
    return value === undefined ? [] : [{ line: value.loc.start.line, advice }]
  })
}
