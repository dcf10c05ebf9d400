import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceOn } from './advice.ts'

const advise = (content: object, isTyped: boolean) => adviceOn('package.json', JSON.stringify(content), isTyped)
const espalier = '^0.1.0'

for (const [what, content, isTyped, expected] of [
  [
    'TypeScript',
    { dependencies: { fastify: '^5.0.0' } },
    true,
    ['Type npm install espalier, then npm install --save-dev fastify. Fastify stays for its types']
  ],
  [
    'TypeScript with fastify for its types',
    { devDependencies: { fastify: '5.1.0' } },
    true,
    ['Type npm install espalier. Fastify stays']
  ],
  [
    'TypeScript with espalier',
    { dependencies: { espalier, fastify: '5' } },
    true,
    ['Type npm install --save-dev fastify. ']
  ],
  ['migrated TypeScript', { dependencies: { espalier }, devDependencies: { fastify: '5' } }, true, []],
  [
    'JavaScript',
    { dependencies: { fastify: '^5.0.0' } },
    false,
    ['Type npm install espalier, then npm uninstall fastify. Keep fastify where']
  ],
  ['migrated JavaScript', { dependencies: { espalier } }, false, []],
  [
    'an old Fastify',
    { dependencies: { espalier, fastify: '~4.28.1' } },
    false,
    ['This is Fastify 4; ', 'Type npm uninstall fastify. ']
  ],
  ['a range of several majors', { devDependencies: { espalier, fastify: '>=5 <7' } }, true, []],
  ['a tag', { devDependencies: { espalier, fastify: 'latest' } }, true, []],
  ['a plugin', { peerDependencies: { fastify: '5.x' } }, true, ['A package with fastify as a peer is a plugin']],
  ['Nest', { dependencies: { '@nestjs/platform-fastify': '11' } }, true, ["Nest's adapter brings Fastify along"]],
  ['fastify-cli', { dependencies: { 'fastify-cli': '8' } }, true, ["'fastify start' goes on to start Fastify"]],
  ['overrides', { overrides: { fastify: '5.1.0' } }, true, ['A forced version of fastify']],
  ['overrides of pnpm', { pnpm: { overrides: { fastify: '5.1.0' } } }, true, ['A forced version of fastify']],
  ['another application', { dependencies: { express: '5', constructor: '1' } }, true, []]
] as const) {
  test(`package.json of ${what}: ${expected.length} pieces of advice`, () => {
    const advice = advise(content, isTyped).filter((each) => !/^1: '(?:overrides|resolutions)' names/.test(each))
    assert.equal(advice.length, expected.length, advice.join('\n'))
    for (const [index, start] of expected.entries()) assert.ok(advice[index]?.startsWith(`1: ${start}`), advice[index])
  })
}

test('the line is that of the dependency', () => {
  const [advice] = adviceOn('package.json', '{\n  "dependencies": {\n    "fastify": "^5.0.0"\n  }\n}\n')
  assert.match(advice ?? '', /^3: /)
})
