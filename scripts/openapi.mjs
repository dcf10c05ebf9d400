// `npm run openapi`: our documents before those who read them; the figures of docs/openapi.md. Documents of examples/realworld, examples/helpdesk and
// test/openapi/tricky.ts go through validators and linters; clients that generators write of them compile, and talk to the running applications through
// a proxy that compares all traffic with the document. The tools come from the npm registry and stay in `.cache/openapi`.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { buildPackages, buildTests, install, orExit, root, run } from './project.mjs'

const home = join(root, '.cache/openapi')
const tools = {
  '@seriousme/openapi-schema-validator': '2',
  '@readme/openapi-parser': '9',
  '@scalar/openapi-parser': '0.24',
  '@stoplight/spectral-cli': '6',
  '@redocly/cli': '2',
  'openapi-typescript': '7',
  'openapi-fetch': '0.17',
  '@hey-api/openapi-ts': '0.95',
  '@stoplight/prism-cli': '5',
  typescript: '5.9',
  '@types/node': '20'
}
const bin = (name) => join(home, 'node_modules/.bin', name)
const load = (name) => import(pathToFileURL(createRequire(join(home, 'package.json')).resolve(name)).href)

await install()
await orExit(buildPackages())
await orExit(buildTests())
await fetchTools()
tellVersions()
const apps = await createApps()
for (const [name, { document }] of Object.entries(apps)) {
  for (const version of ['3.1', '3.2']) writeFileSync(fileOf(name, version), JSON.stringify(document(version), null, 2))
}
for (const name of Object.keys(apps)) for (const version of ['3.1', '3.2']) await judge(name, version)
await generate()
await orExit(run([process.execPath, join(home, 'node_modules/typescript/bin/tsc'), '-p', home], { cwd: home }))
console.log('clients of openapi-typescript and hey-api: compiled')
for (const name of ['helpdesk', 'realworld']) await talk(name, ['fetch', 'hey'])
await talk('tricky', ['raw'])
for (const { app } of Object.values(apps)) await app.close()
for (const folder of Object.values(apps).flatMap((each) => each.folder ?? [])) rmSync(folder, { recursive: true })

async function fetchTools() {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: tools })
  const path = join(home, 'package.json')
  if (existsSync(bin('prism')) && readFileSync(path, 'utf8') === manifest) return
  mkdirSync(home, { recursive: true })
  writeFileSync(path, manifest)
  // What a package does at its own installation is not for us.
  await orExit(run(['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: home }))
}

function tellVersions() {
  const versions = Object.keys(tools).map((name) => {
    const { version } = JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8'))
    return `${name} ${version}`
  })
  console.log(versions.join(', '))
}

async function createApps() {
  const { openapi } = await import('../dist/src/openapi/index.js')
  const { createConduit } = await import('../.build/examples/realworld/app.js')
  const { createHelpDesk } = await import('../.build/examples/helpdesk/app.js')
  const { conduitSettings } = await import('../.build/examples/realworld/settings.js')
  const { helpDeskSettings } = await import('../.build/examples/helpdesk/settings.js')
  const { createTricky } = await import('../.build/test/openapi/tricky.js')
  const { openapi: ofSources } = await import('../.build/src/openapi/index.js')
  const [conduit, helpdesk] = ['conduit', 'helpdesk'].map((name) => mkdtempSync(join(tmpdir(), `openapi-${name}-`)))
  const ofConduit = { CONDUIT_DATA: conduit, CONDUIT_LOGINS_PER_MINUTE: 1000, LOG_LEVEL: 'silent' }
  const ofHelpDesk = { HELPDESK_DATA: helpdesk, HELPDESK_LOGINS_PER_MINUTE: 1000, LOG_LEVEL: 'silent' }
  const realworld = createConduit(conduitSettings.of(ofConduit))
  const made = {
    realworld: { app: realworld, write: openapi, title: 'Conduit', folder: conduit },
    helpdesk: {
      app: createHelpDesk(helpDeskSettings.of(ofHelpDesk)),
      write: openapi,
      title: 'Help desk',
      folder: helpdesk
    },
    tricky: { app: createTricky(), write: ofSources, title: 'Tricky' }
  }
  for (const each of Object.values(made)) {
    await each.app.ready()
    each.document = (version) => each.write(each.app, { info: { title: each.title, version: '1.0.0' }, version })
  }
  return made
}

function fileOf(name, version) {
  return join(home, `${name}-${version}.json`)
}

function tell(what, faults) {
  console.log(`${what}: ${faults.length === 0 ? 'no errors' : faults.join('\n  ')}`)
  if (faults.length > 0) process.exitCode = 1
}

async function judge(name, version) {
  const read = () => JSON.parse(readFileSync(fileOf(name, version), 'utf8'))
  const what = (tool) => `${name} ${version}, ${tool}`
  const { Validator } = await load('@seriousme/openapi-schema-validator')
  const { valid, errors } = await new Validator().validate(read())
  tell(what('@seriousme/openapi-schema-validator'), valid ? [] : [JSON.stringify(errors)])
  // Neither knows the schemas of 3.2 yet.
  if (version === '3.1') {
    const readme = await (await load('@readme/openapi-parser')).validate(read())
    tell(what('@readme/openapi-parser'), readme.valid ? [] : [JSON.stringify(readme.errors)])
    const scalar = await (await load('@scalar/openapi-parser')).validate(read())
    tell(what('@scalar/openapi-parser'), scalar.valid ? [] : [JSON.stringify(scalar.errors)])
  }
  writeFileSync(join(home, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  const file = fileOf(name, version)
  const spectral = await run(
    [bin('spectral'), 'lint', '--ruleset', '.spectral.yaml', '--format', 'json', '--quiet', file],
    { cwd: home }
  )
  const found = JSON.parse(spectral.output.slice(spectral.output.indexOf('[')).replace(/\][^\]]*$/, ']'))
  tell(
    what('spectral:oas'),
    found.filter(({ severity }) => severity === 0).map(({ message, path }) => `${path.join('.')} ${message}`)
  )
  const redocly = await run([bin('redocly'), 'lint', '--extends', 'recommended', '--format', 'summary', file], {
    cwd: home
  })
  tell(what('redocly recommended'), redocly.code === 0 ? [] : [redocly.output])
}

async function generate() {
  const generated = join(home, 'clients/generated')
  mkdirSync(generated, { recursive: true })
  cpSync(join(root, 'scripts/openapi'), join(home, 'clients'), { recursive: true })
  for (const name of Object.keys(apps)) {
    const file = fileOf(name, '3.1')
    await orExit(run([bin('openapi-typescript'), file, '-o', join(generated, `${name}.d.ts`)], { cwd: home }))
    await orExit(
      run([bin('openapi-ts'), '-i', file, '-o', join(generated, name), '-c', '@hey-api/client-fetch'], { cwd: home })
    )
  }
  const options = {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable']
  }
  const compilerOptions = { ...options, allowImportingTsExtensions: true, skipLibCheck: false, types: ['node'] }
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['clients'] }))
}

/** Has the clients of an application call it through a proxy. */
async function talk(name, clients) {
  const upstream = await apps[name].app.listen({ port: 0, host: '127.0.0.1' })
  const proxy = spawn(bin('prism'), ['proxy', fileOf(name, '3.1'), upstream, '--port', '4010'], { stdio: 'ignore' })
  try {
    await waitFor('http://127.0.0.1:4010')
    for (const client of clients) {
      const outfile = join(home, `clients/${name}-${client}.mjs`)
      await build({
        entryPoints: [join(home, `clients/${name}-${client}.ts`)],
        bundle: true,
        platform: 'node',
        format: 'esm',
        outfile,
        logLevel: 'error'
      })
      const { code, output } = await run([process.execPath, outfile, 'http://127.0.0.1:4010'])
      if (code !== 0) tell(`${name}, client of ${client}`, [output])
      else {
        const { requests, violations } = JSON.parse(output)
        tell(`${name}, client of ${client}, ${requests} requests through prism`, violations)
      }
    }
  } finally {
    proxy.kill()
  }
}

async function waitFor(address) {
  for (let tries = 0; tries < 200; tries++) {
    if (
      await fetch(address).then(
        () => true,
        () => false
      )
    )
      return
    await sleep(100)
  }
  throw new Error(`Nobody answers at ${address}`)
}
