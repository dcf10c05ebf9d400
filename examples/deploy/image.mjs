// `node examples/deploy/image.mjs FOLDER`: writes the help desk as a folder that needs Node and nothing else. The Dockerfile runs it. A project of its own needs no such
// script: `npm ci --omit=dev` installs its packages. Those of the help desk stand among the repository's for development, so they are found by their imports.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { orExit, readManifest, root, run } from '../../scripts/project.mjs'

const folder = resolve(process.argv[2] ?? 'out')
mkdirSync(folder, { recursive: true })

const { metafile } = await build({
  entryPoints: [join(root, 'examples/helpdesk/main.ts')],
  ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', metafile: true, sourcemap: true },
  outfile: join(folder, 'main.js')
})
const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path))
const nameOf = (path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')
const imported = imports.filter((path) => !isBuiltin(path)).map(nameOf)
const peers = imported.filter((name) => name.startsWith('@espalier/')).flatMap(peersOf)
const names = [...new Set([...imported, ...peers])]

/** The packages that a companion loads for some of its parts, such as the files of a page. */
function peersOf(name) {
  return Object.keys(readManifest(name.replace('@espalier', 'packages')).peerDependencies ?? {})
}

/** Packages of this repository, packed. The others have the versions of its lockfile. */
const own = ['espalier', '@espalier/regexp-safety', ...names.filter((name) => name.startsWith('@espalier/'))]
const workspaces = own.map((name) => (name === 'espalier' ? '--include-workspace-root' : `--workspace=${name}`))
await orExit(run(['npm', 'pack', '--silent', '--ignore-scripts', ...workspaces, '--pack-destination', folder]))
const tarball = (name) => `file:${name.replace('@', '').replace('/', '-')}-${readManifest('.').version}.tgz`
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const versionOf = (name) => (own.includes(name) ? tarball(name) : packages[`node_modules/${name}`].version)
const dependencies = Object.fromEntries([...new Set([...own, ...names])].sort().map((name) => [name, versionOf(name)]))
const manifest = { name: 'helpdesk', private: true, type: 'module', dependencies }
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
const install = ['npm', 'install', '--omit=dev', '--omit=peer', '--no-audit', '--no-fund', '--loglevel=error']
await orExit(run(install, { cwd: folder }))
console.log(`${folder} has main.js and ${names.length} packages`)
