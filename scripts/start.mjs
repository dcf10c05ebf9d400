// `npm start`, `npm start realworld`: builds what changed, then becomes an example application.
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { buildConsumers, example } from './consumer-packages.mjs'
import { buildExamples, buildPackages, install, isStale, orExit, root } from './project.mjs'

const isNamed = process.argv[2] !== undefined && !process.argv[2].startsWith('-')
const [name] = isNamed ? process.argv.splice(2, 1) : ['library']
if (!existsSync(new URL(`../examples/${name}/main.ts`, import.meta.url))) {
  console.error(`No example is called "${name}".`)
  process.exit(1)
}

const hasPackages = name === example.name
const entry = hasPackages ? example.entry : `.build/examples/${name}/main.js`
const sources = ['src', 'types', 'package.json', 'tsconfig.base.json', 'tsconfig.json']
const isKitStale = isStale('packages/kit/dist/index.js', ['packages/kit/src', 'packages/kit/package.json'])
const examples = ['examples', 'tsconfig.test.json', `tsconfig.${hasPackages ? 'consumers' : 'examples'}.json`]

await install()
if (isKitStale || isStale('dist/src/index.js', sources)) await build('the package', buildPackages)
if (isStale(entry, [...sources, ...examples])) await build('the examples', hasPackages ? buildConsumers : buildExamples)

process.chdir(root)
await import(new URL(entry, pathToFileURL(root)))

async function build(what, run) {
  console.log(`building ${what}`)
  await orExit(run())
}
