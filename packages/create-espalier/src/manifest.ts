interface Manifest {
  name: string
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** The features for which `package.json` gets a script or a package. All other scripts and packages are in every project. */
const featureOf: Readonly<Record<string, string>> = {
  guards: 'login',
  '@espalier/events': 'events',
  '@electric-sql/pglite': 'database',
  pg: 'database',
  '@types/pg': 'database',
  '@fastify/cookie': 'login',
  '@fastify/rate-limit': 'login',
  '@fastify/static': 'client'
}

export function manifestOf(template: string, name: string, version: string, chosen: ReadonlySet<string>): string {
  const manifest: Manifest = JSON.parse(template)
  const wanted = (rows: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(rows)
        .filter(([key]) => isWanted(key, chosen))
        .map(([key, value]) => [key, isOurs(key) ? version : value])
    )
  const scripts = wanted(manifest.scripts)
  if (!chosen.has('client')) {
    scripts.dev = 'espalier dev src/dev.ts'
    scripts.build = 'tsc -p tsconfig.build.json'
  }
  const made = {
    ...manifest,
    name,
    scripts,
    dependencies: wanted(manifest.dependencies),
    devDependencies: wanted(manifest.devDependencies)
  }
  return `${JSON.stringify(made, null, 2)}\n`
}

function isWanted(key: string, chosen: ReadonlySet<string>): boolean {
  const feature = featureOf[key]
  return feature === undefined || chosen.has(feature)
}

/** All packages of espalier have the same version. */
const isOurs = (name: string): boolean => name === 'espalier' || name.startsWith('@espalier/')
