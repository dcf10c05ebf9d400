/** Reads the files of examples/deploy and checks their timeouts, notes and names. `npm run deploy-check` runs the files that can be run. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { createHelpDesk } from '../../examples/helpdesk/app.ts'
import { helpDeskSettings } from '../../examples/helpdesk/settings.ts'

const folder = 'examples/deploy'
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds of a time such as `15s`; one without a unit counts seconds. */
function time(text = ''): number {
  const [, amount, unit = 's'] = /^(\d+)(ms|s|m|h)?$/.exec(text) ?? assert.fail(`${text} is no time`)
  return Number(amount) * units[unit as keyof typeof units]
}

/** The only time that a directive has in a text. */
function timeOf(text: string, directive: string): number {
  const found = new Set([...text.matchAll(new RegExp(`^\\s*${directive}[ =](\\S+?);?$`, 'gm'))].map(([, word]) => word))
  assert.equal(found.size, 1, `${directive} is ${[...found]}`)
  return time([...found][0])
}

/** The block that begins with a line, without the blocks around it. */
const block = (text: string, opening: string) => text.slice(text.indexOf(opening)).split('\n  }\n')[0] ?? ''

const app = createHelpDesk(helpDeskSettings.of({ LOG_LEVEL: 'silent' }))
const { handlerTimeout, keepAliveTimeout, closeTimeout = 10_000 } = app.initialConfig
const heartbeat = 15_000

/** The sum of times that the process prints at its start. */
const sum = ({ NOTICE = '0', DRAIN = '0' }: { NOTICE?: string | undefined; DRAIN?: string | undefined }) =>
  Number(NOTICE) + Math.max(Number(DRAIN), handlerTimeout, closeTimeout)

test('nginx timeouts exceed those of the process, and its idle connections close first', () => {
  const text = read('nginx/helpdesk.conf')
  const [all = ''] = text.split('error_page')
  assert.ok(timeOf(all, 'proxy_read_timeout') > handlerTimeout)
  assert.ok(timeOf(block(text, 'location ~ ^/api/orgs/[^/]+/events$'), 'proxy_read_timeout') > 2 * heartbeat)
  assert.ok(timeOf(all, 'keepalive_timeout') < keepAliveTimeout)
})

test('nginx retries a POST only with a key, and keeps no upstream socket connections', () => {
  const text = read('nginx/helpdesk.conf')
  assert.equal(text.match(/^[^#]*non_idempotent/gm)?.length, 1)
  assert.match(block(text, 'location @keyed'), /non_idempotent/)
  assert.doesNotMatch(text.slice(text.indexOf('upstream helpdesk_sockets'), text.indexOf('server {')), /keepalive/)
})

test('HAProxy timeouts exceed those of the process, and it does not shut sessions down', () => {
  const [rest = '', streams = ''] = read('haproxy/haproxy.cfg').split('\nbackend streams')
  assert.ok(timeOf(rest, 'timeout server') > handlerTimeout)
  assert.ok(timeOf(streams, 'timeout server') > 2 * heartbeat)
  assert.doesNotMatch(`${rest}${streams}`, /^[^#`]*shutdown-sessions/m)
})

test('each stop timeout exceeds the shutdown time of the process', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Compose> }
  for (const name of ['app1', 'app2', 'app3']) {
    const { stop_grace_period, environment, init, read_only } = services[name] ?? assert.fail(name)
    assert.ok(time(stop_grace_period) > sum(environment), name)
    assert.deepEqual([init, read_only], [true, true])
  }
  const [deployment] = parseAllDocuments(read('kubernetes/helpdesk.yaml')).map((document) => document.toJS())
  const { terminationGracePeriodSeconds, containers } = deployment.spec.template.spec
  const [{ env, lifecycle }] = containers
  const DRAIN = env.find(({ name }: { name: string }) => name === 'DRAIN').value
  assert.ok(terminationGracePeriodSeconds > lifecycle.preStop.sleep.seconds + sum({ DRAIN }) / 1000)
  const unit = read('systemd/helpdesk@.service')
  assert.ok(timeOf(unit, 'TimeoutStopSec') > sum({ DRAIN: /\bDRAIN=(\d+)/.exec(unit)?.[1] }))
})

interface Compose {
  stop_grace_period: string
  environment: Record<string, string>
  init: boolean
  read_only: boolean
}

test('Kubernetes has three probes, only a memory limit, and a read-only file system', () => {
  const documents = parseAllDocuments(read('kubernetes/helpdesk.yaml')).map((document) => document.toJS())
  assert.deepEqual(
    documents.map(({ kind }) => kind),
    ['Deployment', 'PersistentVolumeClaim', 'Service', 'PodDisruptionBudget', 'Ingress']
  )
  const [container] = documents[0].spec.template.spec.containers
  const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container[name].httpGet.path)
  assert.deepEqual(paths, ['/live', '/live', '/ready'])
  assert.deepEqual(Object.keys(container.resources.limits), ['memory'])
  assert.equal(container.securityContext.readOnlyRootFilesystem, true)
})

test('files that are not run say so in their first line', () => {
  for (const name of ['Dockerfile', 'compose.yaml', 'kubernetes/helpdesk.yaml'])
    assert.match(read(name), /^# not run: .*\n/, name)
})

test('the files set only variables of the help desk and of Node', () => {
  const known = Object.keys(helpDeskSettings.shape)
  const unit = read('systemd/helpdesk@.service')
  const used = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, words = '']) => words.match(/\b[A-Z_]+(?==)/g))
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Compose> }
  const all = new Set([...used, ...Object.keys(services.app1?.environment ?? {})])
  const ofNode = ['NODE_ENV', 'NODE_OPTIONS']
  assert.deepEqual(
    [...all].filter((name) => !known.includes(`${name}`) && !ofNode.includes(`${name}`)),
    []
  )
})

test('README.md names each file', () => {
  const text = read('README.md')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  assert.deepEqual(
    paths.filter((path) => path !== 'README.md' && !text.includes(path)),
    []
  )
})
