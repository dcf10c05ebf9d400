import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { transformSync } from 'esbuild'
import fc from 'fast-check'
import { features, readFeatures } from '../src/feature.ts'
import { projectFiles } from '../src/project.ts'

const template = 'packages/create-espalier/template'
const names = Object.keys(features)

const chosen = fc.subarray(names).map((some) => (some.length === 0 ? new Set<string>() : readFeatures(some.join(','))))
// In a README, the heading `# end` looks like a mark of the template.
const title = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}$/).filter((name) => !name.startsWith('end'))
const project = fc.record({ name: title, features: chosen })

/** `name` is for the message of a failed check. */
const forEveryProject = (check: (files: ReadonlyMap<string, string>, name: string) => void) =>
  fc.assert(
    fc.property(project, (one) => check(projectFiles(template, '0.1.0', one), one.name)),
    { numRuns: 40 }
  )

const importsOf = (text: string) =>
  [...text.matchAll(/^(?:import|export) .*?from '([^']+)'/gms)].map(([, target = '']) => target)

const peersOf = (name: string) => {
  const manifest = `packages/${name.replace('@espalier/', '')}/package.json`
  return existsSync(manifest) ? Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).peerDependencies ?? {}) : []
}

test('a project has at most 27 files and is deterministic', () => {
  const all = { name: 'shop', features: readFeatures('all') }
  const files = projectFiles(template, '0.1.0', all)
  assert.equal(files.size, 27)
  assert.deepEqual([...projectFiles(template, '0.1.0', all)], [...files])
  forEveryProject((some) => assert.ok(some.size <= 27))
})

test('every import is a file of the project or a package of its package.json', () => {
  forEveryProject((files) => {
    const manifest = JSON.parse(files.get('package.json') ?? '')
    const installed = { ...manifest.dependencies, ...manifest.devDependencies }
    const imported = new Set<string>()
    for (const [path, text] of files)
      for (const target of path.endsWith('.ts') ? importsOf(text) : []) {
        if (target.startsWith('node:')) continue
        const [scope = '', rest] = target.split('/')
        const name = scope.startsWith('@') ? `${scope}/${rest}` : scope
        imported.add(name)
        if (target.startsWith('.')) assert.ok(files.has(posix.join(posix.dirname(path), target)), `${path}: ${target}`)
        else assert.ok(name in installed, `${path}: ${name}`)
      }
    const needed = new Set([...imported, ...[...imported].flatMap(peersOf)])
    for (const name of Object.keys(manifest.dependencies)) assert.ok(needed.has(name), `nothing imports ${name}`)
  })
})

test('a project contains no marker, other project name or gap of the template', () => {
  forEveryProject((files, name) => {
    for (const [path, text] of files) {
      assert.doesNotMatch(
        text,
        /^\s*(?:\/\/|#|--|<!--) (?:with|without) \w+(?: -->)?$|^\s*(?:\/\/|#|--|<!--) end/m,
        path
      )
      if (!name.includes('espalier-app')) assert.doesNotMatch(text, /espalier-app/, path)
      assert.doesNotMatch(text, /\n\n\n|^\n|,\n\s*[}\])]|[^\n]$|\n\n$/, path)
    }
    assert.equal(JSON.parse(files.get('package.json') ?? '').name, name)
  })
})

test('a template file has its own name in the project', () => {
  const files = projectFiles(template, '0.1.0', { name: 'shop', features: new Set() })
  assert.ok(files.has('.gitignore') && files.has('.env.example') && files.has('src/notes/notes.ts'))
  assert.ok(!files.has('gitignore') && !files.has('src/notes/notes.memory.ts') && !files.has('src/database.ts'))
})

test('espalier packages of the template have the version that is published', () => {
  const { version } = JSON.parse(readFileSync('packages/create-espalier/package.json', 'utf8'))
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(template, 'package.json'), 'utf8'))
  const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => /^@?espalier/.test(name))
  assert.deepEqual(new Set(ours.map(([, wanted]) => wanted)), new Set([version]))
  assert.equal(ours.length, 5)
  assert.ok(!existsSync(join(template, '.gitignore')), 'npm would leave out what it names')
})

test('.env.example equals the output of `espalier env` for the settings', (t) => {
  // Inside the repository, so that imports find its packages.
  const folder = mkdtempSync('.build/settings-')
  t.after(() => rmSync(folder, { recursive: true }))
  for (const list of [new Set<string>(), readFeatures('all')]) {
    const files = projectFiles(template, '0.1.0', { name: 'shop', features: list })
    const module = join(folder, `settings-${list.size}.js`)
    writeFileSync(module, transformSync(files.get('src/settings.ts') ?? '', { loader: 'ts' }).code)
    const written = execFileSync(process.execPath, ['packages/cli/dist/main.js', 'env', module], { encoding: 'utf8' })
    assert.equal(files.get('.env.example'), written)
  }
})
