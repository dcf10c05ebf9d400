// What the package brings along of others, because it cannot depend on it: light-my-request 6.8 depends on a release of `cookie` that names Node 22
// as the oldest it serves. It runs on Node 20, but who installs it there is warned, and by some clients refused.
//
// One module of CommonJS with all that it needs, for the oldest Node that we serve, and the licences of every package in it beside it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const target = 'dist/vendor/light-my-request.cjs'

const entry = `
exports.inject = require('.')
exports.Request = require('./lib/request')
exports.Response = require('./lib/response')
exports.parseSetCookie = require('set-cookie-parser').parse
`

/** Writes the module and its licences below the project's root. */
export async function bundleVendor(root) {
  const { build } = await import('esbuild')
  const require = createRequire(join(root, 'package.json'))
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: entry, resolveDir: dirname(require.resolve('light-my-request')) },
    outfile: target,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    // Nobody reads it here, and its licences stand beside it.
    minify: true,
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent'
  })
  const folders = new Set(
    Object.keys(metafile.inputs).flatMap((path) => path.match(/.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? [])
  )
  writeFileSync(
    join(root, target.replace('.cjs', '.LICENSE.txt')),
    [...folders]
      .sort()
      .map((folder) => licenceOf(root, folder))
      .join('\n\n')
  )
}

function licenceOf(root, folder) {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const file = readdirSync(join(root, folder)).find((name) => /^licen[cs]e/i.test(name))
  if (file === undefined) throw new Error(`${name} has no licence to pass on`)
  return `${name} ${version}\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}\n`
}
