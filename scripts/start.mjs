// `npm start`: builds what changed, then becomes the example application.
import { pathToFileURL } from 'node:url'
import { buildExamples, buildPackage, install, isStale, orExit, root } from './project.mjs'

const entry = '.build/examples/library/main.js'
const sources = ['src', 'types', 'package.json', 'tsconfig.base.json', 'tsconfig.json']
const examples = ['examples', 'tsconfig.test.json', 'tsconfig.examples.json']

await install()
if (isStale('dist/src/index.js', sources)) await build('the package', buildPackage)
if (isStale(entry, [...sources, ...examples])) await build('the examples', buildExamples)

process.chdir(root)
await import(new URL(entry, pathToFileURL(root)))

async function build(what, run) {
  console.log(`building ${what}`)
  await orExit(run())
}
