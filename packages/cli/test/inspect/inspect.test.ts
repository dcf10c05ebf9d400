import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { command, createFolder, espalier } from '../../../../test/ahead/running.ts'
import { testRefusals } from '../refusal.ts'

const hostile = '</script><script>alert(1)</script><!--'
const folder = await createFolder()
const path = (name: string) => join(folder, name)
await writeFile(
  path('app.mjs'),
  `import { espalier, plugin } from 'espalier'
export const app = espalier()
app.register(plugin({ name: ${JSON.stringify(hostile)}, setup: (child) => child.get('/a', () => 'ok') }))
`
)
after(() => rm(folder, { recursive: true }))

testRefusals('inspect', [
  ['no arguments', [], 2, /^Name the application\.\n\nUsage: espalier inspect <application>/],
  ['two applications', [path('app.mjs'), 'b.mjs'], 2, /'b\.mjs' is one too many/],
  ['a file without routes', [path('app.mjs'), '--diff', path('app.mjs')], 1, /app\.mjs has no routes/],
  ['a port without --serve', [path('app.mjs'), '--port', '1'], 2, /^--port goes with --serve\./],
  ['a port above 65535', [path('app.mjs'), '--serve', '--port', '65536'], 2, /^A port is a whole number/],
  ['--out and --serve', [path('app.mjs'), '--serve', '--out', 'a.html'], 2, /^Use --serve or --out, not both\./],
  ['a page in place of the application', [path('app.mjs'), '--out', path('app.mjs')], 2, /app\.mjs/]
])

const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('inspect writes one page with its own script only, without requests, and escapes hostile names', async () => {
  const { code, stdout, stderr } = await espalier(['inspect', path('app.mjs'), '--out', path('a.html')])
  assert.deepEqual([code, stderr, stdout], [0, '', `Open ${path('a.html')} in a browser: 1 route in 2 contexts.\n`])
  const page = await readFile(path('a.html'), 'utf8')
  const scripts = [...page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
  assert.deepEqual(
    scripts.map(([, attributes]) => attributes),
    [' type="application/json" id="data"', '']
  )
  const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
  assert.ok(page.includes(`default-src 'none'; script-src ${hashOf(scripts[1]?.[2])}; style-src ${hashOf(style)}`))
  assert.equal(JSON.parse(scripts[0]?.[2] ?? '').contexts[1].name, hostile)
  assert.doesNotMatch(page, /https?:\/\//)
  assert.doesNotMatch(scripts[1]?.[2] ?? '', /innerHTML|insertAdjacentHTML|document\.write|eval\(/)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`inspect --serve serves the page at the printed address and exits with 0 at ${signal}`, async () => {
    const child = spawn(process.execPath, [command, 'inspect', path('app.mjs'), '--serve'], { stdio: 'pipe' })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const [, address = ''] =
      /^(http:\/\/127\.0\.0\.1:\d+\/) shows 1 route in 2 contexts\. Ctrl-C ends it\.\n$/.exec(String(line)) ?? []
    const page = await (await fetch(address)).text()
    assert.match(page, /^<!doctype html>/)
    child.kill(signal)
    assert.deepEqual(await once(child, 'exit'), [0, null])
  })
