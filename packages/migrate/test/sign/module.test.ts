import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceOn } from './advice.ts'

for (const [what, file, text, expected] of [
  ['an augmentation', 'a.ts', `\ndeclare module 'fastify' {}`, /^2: 'declare module' adds to Fastify's types/],
  [
    'an import of internal types',
    'a.ts',
    `import type { A } from 'fastify/types/route'`,
    /^1: 'fastify\/types\/route' is found as long as/
  ],
  [
    'a require of an internal module',
    'a.js',
    `const a = require('fastify/lib/reply')`,
    /^1: 'fastify\/lib\/reply' is inside Fastify, and/
  ],
  [
    'a mock of an internal module',
    'a.ts',
    `vi.mock('fastify/lib/reply')`,
    /^1: 'fastify\/lib\/reply' is inside Fastify, and/
  ],
  [
    'a require of internal errors',
    'a.js',
    `require('fastify/lib/errors')`,
    /write import \{ errorCodes \} from 'espalier'/
  ],
  ['a require of the version', 'a.js', `const { version } = require('fastify/package.json')`, /app\.version/],
  [
    'a custom require',
    'a.js',
    `function f(require) { require('fastify') }`,
    /^1: 'require' is a name of this file's own/
  ],
  [
    'an alias',
    'vite.config.ts',
    `export default { resolve: { alias: { fastify: './x' } } }`,
    /^1: 'alias' names the module/
  ],
  [
    'an alias in a list',
    'vite.config.ts',
    `({ alias: [{ find: 'fastify', replacement: './x' }] })`,
    /^1: 'alias' names/
  ],
  [
    'an alias by pattern',
    'vite.config.ts',
    `({ alias: [{ find: /^fastify$/, replacement: './x' }] })`,
    /^1: 'alias' names/
  ],
  ['an external of a bundler', 'build.mjs', `build({ external: ['pg', 'fastify'] })`, /^1: 'external' names/],
  [
    'externals of webpack',
    'webpack.config.js',
    `module.exports = { externals: { fastify: 'commonjs fastify' } }`,
    /^1: 'externals'/
  ],
  [
    'a mapper of Jest',
    'jest.config.js',
    `module.exports = { moduleNameMapper: { '^fastify$': '<rootDir>/x' } }`,
    /^1: 'moduleNameMapper'/
  ],
  ['proxyquire', 'a.test.js', `proxyquire('./app', { fastify: stub })`, /^1: 'proxyquire' replaces the module/],
  ['esmock', 'a.test.js', `await esmock('./app.js', { 'fastify': stub })`, /^1: 'esmock' replaces the module/],
  ['mocks of tap', 'a.test.js', `t.mockRequire('./app', { fastify: stub })`, /^1: 't\.mockRequire' replaces/],
  ['mockery', 'a.test.js', `mockery.registerMock('fastify', stub)`, /^1: 'mockery\.registerMock' replaces/],
  ['testdouble', 'a.test.js', `td.replaceEsm('fastify')`, /^1: 'td\.replaceEsm' replaces/],
  [
    'paths of TypeScript',
    'tsconfig.json',
    `{ "compilerOptions": {\n "paths": { "fastify": ["./x"] } } }`,
    /^2: 'paths' names/
  ],
  [
    'Jest in package.json',
    'package.json',
    `{ "jest": { "moduleNameMapper": { "^fastify$": "x" } } }`,
    /^1: 'moduleNameMapper'/
  ]
] as const) {
  test(`${what} is reported with advice`, () => {
    const advice = adviceOn(file, text)
    assert.equal(advice.length, 1, advice.join('\n'))
    assert.match(advice[0] ?? '', expected)
  })
}

for (const [what, file, text] of [
  ['migrated imports', 'a.ts', `import f, { type FastifyInstance } from 'fastify'\nvi.mock('fastify', () => ({}))`],
  ['texts', 'a.ts', `log('fastify'); const a = { name: 'fastify', tags: ['fastify'] }`],
  ['names of values', 'a.js', `module.exports = { fastify, external: fastify }; f({ fastify: app })`],
  ['options of plugins', 'a.js', `app.register(plugin, { include: [fastify], fastify: '5.x' })`],
  [
    'other modules',
    'vite.config.ts',
    `({ alias: { 'fastify-plugin': 'x', '@fastify/cors': 'y' }, external: ['fastify-plugin'] })`
  ],
  ['other augmentations', 'a.ts', `declare module '@fastify/jwt' {}\ndeclare module 'fastify-x' {}`]
] as const) {
  test(`${what} are not reported`, () => {
    assert.deepEqual(adviceOn(file, text), [])
  })
}
