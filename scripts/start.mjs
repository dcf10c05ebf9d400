// `npm start`: builds what changed, then becomes the example application.
import { pathToFileURL } from 'node:url'
import { buildExamples, buildPackage, install, isStale, root } from './project.mjs'

const entry = '.build/examples/library/main.js'
const sources = ['src', 'types', 'package.json', 'tsconfig.base.json', 'tsconfig.json']
const examples = ['examples', 'tsconfig.test.json', 'tsconfig.examples.json']

await install()
if (isStale('dist/src/index.js', sources)) await orExit(buildPackage())
if (isStale(entry, [...sources, ...examples])) await orExit(buildExamples())

process.chdir(root)
await import(new URL(entry, pathToFileURL(root)))

async function orExit(build) {
  const { code, output } = await build
  if (code === 0) return
  console.error(output)
  process.exit(code)
}
