// `npm run observers -- [NAME…] [--require]`: what Datadog, New Relic and Sentry see of one application, on Fastify, on espalier, and on espalier with the lines that
// docs/observability.md gives; the tables of that page. The tools come from the npm registry and stay in `.cache/observers`; their backends are servers of
// this process, reached over sockets. The tools need Node 22 or later.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cert, key } from '../test/own-certificate.ts'
import { openDatadog, openNewRelic, openSentry } from './observers/intake.mjs'
import { buildPackages, install, orExit, root, run } from './project.mjs'

const { positionals: named, values } = parseArgs({ allowPositionals: true, options: { require: { type: 'boolean' } } })
const home = join(root, '.cache/observers')
const requests = ['/books/7', '/books/7/refused', '/books/7/broken', '/nowhere']

/** The blocks of text below a heading of the guide: what a reader puts into the file that is loaded first. */
function blocksOf(heading) {
  const [, section = ''] = readFileSync(join(root, 'docs/observability.md'), 'utf8').split(`\n## ${heading}\n`)
  return [...section.split('\n## ')[0].matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, text]) => text)
}

const observers = {
  datadog: {
    packages: ['dd-trace@6', '@msgpack/msgpack@3', '@fastify/otel@0.21', '@opentelemetry/api@1.9'],
    alone: "import tracer from 'dd-trace'\ntracer.init()",
    guide: blocksOf('Datadog'),
    loader: 'dd-trace/register.js',
    // It sends every two seconds, and has no public way to send at once.
    flush: 'new Promise((done) => setTimeout(done, 3000))',
    async open(folder) {
      const { decode } = createRequire(join(folder, 'package.json'))('@msgpack/msgpack')
      const intake = await openDatadog(decode)
      const env = {
        DD_TRACE_AGENT_URL: `http://127.0.0.1:${intake.port}`,
        DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false',
        DD_REMOTE_CONFIGURATION_ENABLED: 'false',
        DD_TRACE_STARTUP_LOGS: 'false'
      }
      return { ...intake, env, seen: () => datadogRows(intake.spans) }
    }
  },
  newrelic: {
    packages: ['newrelic@14'],
    alone: "import newrelic from 'newrelic'",
    guide: blocksOf('New Relic'),
    loader: 'newrelic/esm-loader.mjs',
    flush: 'new Promise((done) => newrelic.shutdown({ collectPendingData: true, waitForIdle: true }, done))',
    async open(folder) {
      const intake = await openNewRelic({ key, cert })
      writeFileSync(join(folder, 'authority.pem'), cert)
      const env = {
        NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
        NEW_RELIC_APP_NAME: 'books',
        NEW_RELIC_LICENSE_KEY: '0'.repeat(40),
        NEW_RELIC_HOST: 'localhost',
        NEW_RELIC_PORT: `${intake.port}`,
        NEW_RELIC_LOG: join(folder, 'agent.log'),
        NEW_RELIC_NO_CONFIG_FILE: 'true'
      }
      return { ...intake, env, seen: () => newRelicRows(intake.calls) }
    }
  },
  sentry: {
    packages: ['@sentry/node@11'],
    alone: blocksOf('Sentry')[0],
    guide: [],
    flush: 'Sentry.close(5000)',
    async open() {
      const intake = await openSentry()
      return {
        ...intake,
        env: { SENTRY_DSN: `http://key@127.0.0.1:${intake.port}/1` },
        seen: () => sentryRows(intake.items)
      }
    }
  }
}

const datadogRows = (spans) =>
  spans.map(({ name, resource, error, meta }) => {
    const { 'http.status_code': status, 'http.route': route, 'error.message': message, 'app.plugin': plugin } = meta
    return JSON.stringify({ name, resource, status, route, error, message, plugin })
  })

const newRelicRows = (calls) =>
  calls.flatMap(({ method, data }) => {
    if (method === 'analytic_event_data')
      return data[2].map(([{ name, error }, own, agent]) =>
        JSON.stringify({ name, error, ...own, status: agent['http.statusCode'] })
      )
    if (method === 'error_event_data')
      return data[2].map(([{ 'error.message': message, transactionName }]) =>
        JSON.stringify({ message, transactionName })
      )
    return []
  })

const sentryRows = (items) => {
  const spans = items.flatMap((item) => item.items ?? [])
  const requests = spans.filter(({ is_segment }) => is_segment)
  return [
    ...requests.map(({ name, span_id, attributes }) => {
      const below = spans.filter((span) => span.attributes['sentry.segment.id']?.value === span_id)
      const status = attributes['http.response.status_code']?.value
      return JSON.stringify({ name, status, spans: below.map((span) => span.name).filter((other) => other !== name) })
    }),
    ...items
      .filter(({ exception }) => exception)
      .map(({ exception, transaction }) => JSON.stringify({ error: exception.values[0].value, transaction }))
  ]
}

async function setUp(name, tarball) {
  const folder = join(home, name)
  const { packages } = observers[name]
  if (!existsSync(join(folder, 'node_modules', packages[0].replace(/@\d+$/, '')))) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "version": "1.0.0" }')
    await orExit(run(['npm', 'install', '--no-audit', '--no-fund', ...packages, 'fastify@5'], { cwd: folder }))
  }
  await orExit(run(['npm', 'install', '--no-audit', '--no-fund', '--no-save', tarball], { cwd: folder }))
  copyFileSync(join(root, 'scripts/observers/app.mjs'), join(folder, 'app.mjs'))
  return folder
}

/** Asks the application while its observer looks on; resolves to the lines of what the backend got. */
async function watch(name, folder, framework, setUp) {
  const { open, flush, loader } = observers[name]
  const preload = join(folder, 'first.mjs')
  writeFileSync(preload, `${setUp}\nglobalThis.flushObserver = () => ${flush}\n`)
  const { env, seen, close } = await open(folder)
  const child = fork(join(folder, 'app.mjs'), {
    cwd: folder,
    execArgv: [...(loader ? ['--import', loader] : []), '--import', preload],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      FRAMEWORK: framework,
      LOAD: values.require ? 'require' : 'import',
      ...env
    }
  })
  const [address] = await once(child, 'message')
  for (const path of requests) await (await fetch(`${address}${path}`)).arrayBuffer()
  child.send('end')
  await once(child, 'exit')
  close()
  return seen()
}

await install()
await orExit(buildPackages())
mkdirSync(home, { recursive: true })
for (const file of readdirSync(home)) if (file.endsWith('.tgz')) rmSync(join(home, file))
await orExit(run(['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', home]))
const tarball = join(
  home,
  readdirSync(home).find((file) => file.endsWith('.tgz'))
)
for (const name of named.length > 0 ? named : Object.keys(observers)) {
  const folder = await setUp(name, tarball)
  const { alone, guide } = observers[name]
  const variants = [
    ['fastify', alone],
    ['espalier', alone],
    ...guide.map((_, index) => ['espalier', guide.slice(0, index + 1).join('\n')])
  ]
  for (const [index, [framework, text]] of variants.entries()) {
    console.log(`\n${name}, ${framework}${index > 1 ? `, with ${index - 1} of the guide's blocks` : ''}`)
    for (const row of await watch(name, folder, framework, text)) console.log(`  ${row}`)
  }
}
