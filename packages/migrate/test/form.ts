/** All forms in which a source names a module, and other places with the same word. The text between « and » is what a migration replaces. */
import { type Entry, entries } from '../src/module-name.ts'

export interface Form {
  readonly what: string
  /** The extension decides the language. */
  readonly file: string
  readonly marked: string
  readonly entry: Entry
}

const typed = (what: string, marked: string, file = 'app.ts'): Form => ({ what, marked, file, entry: entries.typed })
const plain = (what: string, marked: string, file = 'app.js'): Form => ({ what, marked, file, entry: entries.plain })

export const forms: readonly Form[] = [
  typed('import of a value', `import Fastify from '«fastify»'`),
  typed(
    'import of types beside a value',
    `import Fastify, { type FastifyInstance, type FastifyReply as Reply } from "«fastify»";`
  ),
  typed('import type', `import type { FastifyInstance } from '«fastify»'`),
  typed('import type of the default', `import type Fastify from '«fastify»'`),
  typed('import of a namespace', `import * as f from '«fastify»'`),
  typed('import for side effects', `import '«fastify»'`),
  typed(
    'import over several lines',
    `import {\n  fastify, // the factory of 'fastify'\n  type FastifyInstance\n}\n  from /* not 'fastify' */ '«fastify»' // from 'fastify'`
  ),
  typed('import with attributes', `import f from '«fastify»' with { type: 'fastify' }`),
  typed('import with an escape', `import f from '«fast\\u0069fy»' // fastify`),
  typed('export from', `export { fastify, type FastifyInstance } from '«fastify»'`),
  typed('export type from', `export type { FastifyInstance } from '«fastify»'`),
  typed('export all', `export * from '«fastify»'`),
  typed('export all under a name', `export * as fastify from '«fastify»'`),
  typed('import equals', `import fastify = require('«fastify»')`, 'app.cts'),
  typed('import type equals', `import type fastify = require('«fastify»')`, 'app.cts'),
  typed('export import equals', `export import fastify = require('«fastify»')`, 'app.cts'),
  typed('require', `const fastify = require('«fastify»')`, 'app.cts'),
  typed('import()', `const { fastify } = await import('«fastify»')`),
  typed('import() of a template without expressions', 'const f = import(`«fastify»`)'),
  typed('a type of import()', `let app: import('«fastify»').FastifyInstance<import('node:http').Server>`),
  typed('typeof import()', `type Fastify = typeof import('«fastify»')`),
  typed('vi.mock', `vi.mock('«fastify»', () => ({ default: 'fastify' }))`),
  typed('vi.mock of import()', `vi.mock(import('«fastify»'), async (original) => ({ ...(await original()) }))`),
  typed('vi.importActual', `const actual = await vi.importActual<typeof import('«fastify»')>('«fastify»')`),
  typed('vi.doMock and vi.doUnmock', `vi.doMock("«fastify»"); vi.doUnmock("«fastify»")`),
  typed('jest.mock', `jest.mock('«fastify»', () => jest.fn())`),
  typed('jest.requireActual', `const actual = jest.requireActual('«fastify»') as typeof import('«fastify»')`),
  typed('jest.unstable_mockModule', `jest.unstable_mockModule('«fastify»', () => ({}))`),
  typed('mock.module', `mock.module('«fastify»', { defaultExport: () => 'fastify' })`),
  typed('mock.module of a test', `test('fastify', (t) => { t.mock.module('«fastify»') })`),
  typed('import.meta.resolve', `import.meta.resolve('«fastify»')`, 'app.mts'),
  typed(
    'imports within an augmentation',
    `import type { FastifyInstance } from '«fastify»'\ndeclare module 'fastify' { interface FastifyRequest { app: import('«fastify»').FastifyInstance } }`
  ),
  typed(
    'a declaration file',
    `import { FastifyInstance } from '«fastify»'\nexport declare const app: FastifyInstance\nexport default app`,
    'app.d.ts'
  ),
  typed(
    'TSX',
    `import type { FastifyInstance } from '«fastify»'\nexport const Page = <T,>(app: FastifyInstance) => <p title='fastify'>import x from 'fastify' {app.version}</p>`,
    'page.tsx'
  ),
  typed(
    'an assertion in angle brackets',
    `import { FastifyInstance } from '«fastify»'\nexport const app = <FastifyInstance>(<unknown>null)`
  ),
  typed(
    'decorators and parameter properties',
    `import { FastifyReply } from '«fastify»'\n@Controller('fastify') class Books { constructor(@Inject('fastify') private readonly reply: FastifyReply) {} @Get() accessor a = 1 }`
  ),
  typed(
    'satisfies, enums, overloads, using',
    `import { FastifyReply } from '«fastify»'\nenum Kind { fastify = 'fastify' }\nfunction f(a: string): void\nfunction f(a: unknown) { using b = a satisfies unknown as never }`
  ),
  plain('import in JavaScript', `import Fastify, { errorCodes } from '«fastify»'`, 'app.mjs'),
  plain('require in JavaScript', `const fastify = require('«fastify»')({ logger: true })`),
  plain('require of a member', `const { fastify } = require( "«fastify»" ), { errorCodes } = require("«fastify»")`),
  plain(
    'require with a hashbang and return',
    `#!/usr/bin/env node\nconst fastify = require('«fastify»')\nreturn`,
    'run.cjs'
  ),
  plain('require.resolve', `require.resolve('«fastify»')`),
  plain('module.require', `module.require('«fastify»')`),
  plain(
    'require of createRequire',
    `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\nconst fastify = require('«fastify»')`
  ),
  plain(
    'createRequire with another name',
    `const load = createRequire(import.meta.url)\nload('«fastify»'); load.resolve('«fastify»'); createRequire(import.meta.url)('«fastify»')`
  ),
  plain(
    'import() and export in JavaScript',
    `export * from '«fastify»'\nexport const load = () => import('«fastify»')`
  ),
  plain('sloppy code', `with (module) { require('«fastify»') }\nvar octal = 010`),
  plain(
    'JSX',
    `import Fastify from '«fastify»'\nexport const p = <p>require('fastify') isn't code: import x from 'fastify'</p>`,
    'page.jsx'
  ),
  plain(
    'Flow',
    `// @flow\nimport type { A } from './a'\nimport Fastify from '«fastify»'\nconst f = (a: ?string): %checks => !!a`
  ),
  typed(
    'JavaScript with types in comments',
    `/** @type {import('fastify').FastifyPluginAsync} */\nmodule.exports = async (app) => {}\nconst fastify = require('«fastify»')`,
    'typed.js'
  ),
  typed(
    'JavaScript with @import',
    `/** @import { FastifyInstance } from 'fastify' */\nconst fastify = require('«fastify»')`,
    'typed.js'
  ),
  typed('JavaScript with @ts-check', `// @ts-check\nconst fastify = require('«fastify»')`, 'typed.js')
]

/** These sources import nothing. */
export const untouched: readonly Form[] = [
  typed('declare module', `export {}\ndeclare module 'fastify' { interface FastifyRequest { user: string } }`),
  typed(
    'plugins and other packages',
    `import cors from '@fastify/cors'\nimport fp from 'fastify-plugin'\nimport a from './fastify'\nimport b from '../fastify.js'\nimport c from 'node:fastify'`
  ),
  typed(
    'internal modules of Fastify',
    `import type { FastifyLogFn } from 'fastify/types/logger'\nimport x from 'fastify/lib/symbols'`
  ),
  typed(
    'texts',
    `const a = 'fastify', b = "import x from 'fastify'", c = \`require('fastify')\`, d = \`\${'fastify'}\``
  ),
  typed(
    'comments',
    `// import fastify from 'fastify'\n/* require('fastify') */\nexport const a = 1 /* import('fastify') */`
  ),
  typed('expressions', `export const a = /require('fastify')/.test("'fastify'") && 1 / 2 / 3`),
  plain(
    'calls of other functions',
    `load('fastify'); a.require('fastify'); mock('fastify'); vi.fn('fastify'); jest.spyOn('fastify'); require(x, 'fastify'); require('fastify' + x)`
  ),
  plain(
    'keys and labels',
    `fastify: for (;;) break fastify; ({ fastify: 'fastify', 'fastify': fastify }); import.meta.url`
  ),
  plain('a require parameter', `define(function (require) { const fastify = require('fastify') })`),
  plain('a require function', `function require(name) { return name }\nrequire('fastify')`),
  plain('an imported require', `import { require } from './load.js'\nrequire('fastify')`),
  plain('a destructured require', `define(({ require }) => require('fastify'))`),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  plain('a template with expressions', 'import(`fast${"ify"}`); require(`fastify${a}`); tag`fastify`')
]

export const before = ({ marked }: Form): string => marked.replaceAll(/[«»]/g, '')

export const after = ({ marked, entry }: Form): string => marked.replaceAll(/«[^»]*»/g, entry)

export const countOf = ({ marked }: Form): number => marked.match(/«/g)?.length ?? 0
