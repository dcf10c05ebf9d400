// Other versions of Node: from the npm registry, kept in .cache/nodes.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'

/** The path of a Node of that major version: this one, a cached one, or a fetched one. */
export function findNode(major) {
  if (Number.parseInt(process.versions.node, 10) === major) return process.execPath
  const home = join(root, '.cache/nodes', String(major))
  const binary = join(home, 'bin/node')
  if (!existsSync(binary)) fetchNode(major, home)
  return binary
}

function fetchNode(major, home) {
  console.log(`fetching Node ${major}`)
  mkdirSync(home, { recursive: true })
  const name = `node-${process.platform}-${process.arch}@${major}`
  execFileSync('npm', ['pack', '--silent', name], { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] })
  const archives = readdirSync(home).filter((file) => file.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', archives.at(-1), '--strip-components=1', 'package/bin'], { cwd: home })
  for (const archive of archives) rmSync(join(home, archive))
}
