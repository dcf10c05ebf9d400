// `node scripts/release.mjs v1.2.3 [--dry-run]`: publishes every package of the repository, those that the core depends on first. All of them have the
// version of the tag, or none is published. A package that is there already is left out, so a release that broke off can be repeated.
import { parseArgs } from 'node:util'
import { companions, readManifest, run } from './project.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } })
const [tag = ''] = positionals
const version = tag.replace(/^v/, '')
const { below, above } = companions()
const folder = (name) => `packages/${name}`
const packages = [...below.map(folder), '.', ...above.map(folder)]
  .map((place) => ({ place, ...readManifest(place) }))
  .filter((manifest) => !manifest.private)

const faults = packages
  .filter((manifest) => tag !== `v${manifest.version}`)
  .map((manifest) => `${manifest.name} has the version ${manifest.version}, and the tag is ${tag}`)
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}

// A version such as 1.2.3-rc.1 is not what `npm install espalier` brings.
const publish = [
  'npm',
  'publish',
  '--provenance',
  '--access',
  'public',
  '--tag',
  version.includes('-') ? 'next' : 'latest'
]
for (const { name, place } of packages) {
  console.log(`${name}@${version}: ${publish.join(' ')}`)
  if (values['dry-run'] || (await isPublished(`${name}@${version}`))) continue
  const { code } = await run(publish, { cwd: new URL(`../${place}/`, import.meta.url), live: true })
  if (code !== 0) process.exit(code)
}

async function isPublished(name) {
  const { code, output } = await run(['npm', 'view', name, 'version'])
  return code === 0 && output.trim() === version
}
