// What is installed below a folder, by its lockfile: packages, their sizes, and which need which.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const block = 4096

/**
 * Reads the install of a folder with a lockfile.
 * `direct` are the dependencies of its manifest and of those of its workspaces, each with the place that asks for it; `all` are the paths of the
 * installed packages. `closureOf` returns the paths of packages and of all that they need, and `total` adds up their bytes.
 */
export function readInstall(folder) {
  const root = resolve(folder)
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const isInstalled = (path) => path.includes('node_modules/') && !packages[path].link && existsSync(join(root, path))
  const all = new Set(Object.keys(packages).filter(isInstalled))
  const seen = new Set()
  const sizes = new Map([...all].map((path) => [path, bytesOf(join(root, path), seen)]))
  const places = Object.keys(packages).filter((path) => !path.includes('node_modules/'))
  const direct = places
    .flatMap((place) => needsOf(packages[place], { dev: true }).map((name) => ({ place, name })))
    .filter(({ place, name }) => locate(packages, place, name) !== undefined)

  function closureOf(wanted) {
    const found = new Set()
    const visit = (place, name) => {
      const path = locate(packages, place, name)
      if (path === undefined || found.has(path)) return
      found.add(path)
      for (const need of needsOf(packages[path])) visit(path, need)
    }
    for (const { place, name } of wanted) visit(place, name)
    return new Set([...found].filter((path) => all.has(path)))
  }
  const total = (paths) => [...paths].reduce((sum, path) => sum + sizes.get(path), 0)
  return { all, direct, closureOf, total }
}

/** Names of packages that npm installs for one. A peer that is optional is for others to install. */
function needsOf(
  { dependencies, optionalDependencies, devDependencies, peerDependencies, peerDependenciesMeta },
  { dev } = {}
) {
  const peers = Object.keys({ ...peerDependencies }).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return Object.keys({ ...dependencies, ...optionalDependencies, ...(dev && devDependencies) }).concat(peers)
}

/**
 * The path at which a package finds another, as Node looks for it: beside itself, then further up. A link leads to a package of the project, whose
 * needs are direct ones.
 */
function locate(packages, place, name) {
  for (let base = place; ; base = above(base)) {
    const path = `${base === '' ? '' : `${base}/`}node_modules/${name}`
    if (packages[path] !== undefined) return packages[path].link ? undefined : path
    if (base === '') return
  }
}

/** The nearest folder above that may have `node_modules`. */
function above(base) {
  const end = base.lastIndexOf('node_modules/')
  return end <= 0 ? '' : base.slice(0, end - 1)
}

/** What the files of a package take, without those of the packages in it. Installers link large files twice. */
function bytesOf(folder, seen) {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += bytesOf(path, seen)
    if (!entry.isFile()) continue
    const { dev, ino, nlink, size } = lstatSync(path)
    if (nlink > 1 && seen.has(`${dev} ${ino}`)) continue
    seen.add(`${dev} ${ino}`)
    bytes += Math.ceil(size / block) * block
  }
  return bytes
}
