// `npm run nest`: one Nest application on Fastify and on espalier, asked the same; the table of docs/nestjs.md. Nest comes from the npm registry and stays
// in `.cache/nest`.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackages, install, orExit, root, run } from './project.mjs'

const home = join(root, '.cache/nest')
const packages = [
  ...['common', 'core', 'platform-fastify', 'platform-ws', 'websockets'].map((name) => `@nestjs/${name}@12`),
  ...['class-transformer', 'class-validator', 'fastify@5', 'reflect-metadata', 'rxjs@7', 'typescript@5.9', 'ws@8']
]
const npm = ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error']

const settings = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    experimentalDecorators: true,
    emitDecoratorMetadata: true
  },
  files: ['app.ts']
}

async function setUp() {
  if (!existsSync(join(home, 'node_modules/@nestjs/core'))) {
    rmSync(home, { recursive: true, force: true })
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }')
    await orExit(run([...npm, ...packages, '@types/node@20'], { cwd: home }))
  }
  for (const file of readdirSync(home)) if (file.endsWith('.tgz')) rmSync(join(home, file))
  await orExit(run(['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', home]))
  const tarball = readdirSync(home).find((file) => file.endsWith('.tgz'))
  await orExit(run([...npm, '--no-save', join(home, tarball)], { cwd: home }))
  for (const file of ['app.ts', 'ask.mjs']) copyFileSync(join(root, 'scripts/nest', file), join(home, file))
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(settings))
  await orExit(run([process.execPath, join(home, 'node_modules/typescript/bin/tsc')], { cwd: home }))
}

/** Resolves to the answers of the application, which ends by a signal. */
async function ask(framework) {
  const path = join(home, `${framework}.json`)
  rmSync(path, { force: true })
  process.env.FRAMEWORK = framework
  const { output } = await run([process.execPath, 'ask.mjs', path], { cwd: home })
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  console.error(`${framework}: ${output}`)
  process.exit(1)
}

await install()
await orExit(buildPackages())
await setUp()
const [expected, actual] = [await ask('fastify'), await ask('espalier')]
for (const name of Object.keys(expected)) {
  const [wanted, got] = [JSON.stringify(expected[name]), JSON.stringify(actual[name])]
  console.log(wanted === got ? `same       ${name}` : `different  ${name}\n  Fastify  ${wanted}\n  espalier ${got}`)
  if (wanted !== got) process.exitCode = 1
}
