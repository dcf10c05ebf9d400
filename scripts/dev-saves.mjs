// `npm run dev-saves -- --saves 200`: how long `espalier dev` takes from a save to its answer in an application of 62 plugins and 300 routes with schemas, and
// which parts of it. `--compile lazy` gives the application that option.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { asking } from './dev-edits/client.mjs'
import { Command } from './dev-edits/project.mjs'
import { root } from './project.mjs'

const { values } = parseArgs({
  options: { saves: { type: 'string', default: '200' }, compile: { type: 'string', default: 'boot' } }
})
const plugins = 62
const routes = 300

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dev-saves-')))
try {
  layOut()
  await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function layOut() {
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  symlinkSync(root, join(modules, 'espalier'), 'junction')
  symlinkSync(join(root, 'test/consumers/node_modules/vite'), join(modules, 'vite'), 'junction')
  const write = (name, text) => writeFileSync(join(folder, name), text)
  write('package.json', '{ "type": "module" }\n')
  write('kept.ts', 'export const opened = performance.now()\n')
  for (let index = 0; index < plugins; index++) write(`part${index}.ts`, partOf(index, 'v0'))
  const names = Array.from({ length: plugins }, (_, index) => `part${index}`)
  const imports = names.map((name) => `import { ${name} } from './${name}.ts'\n`).join('')
  const registers = names.map((name) => `  app.register(${name}, { prefix: '/${name}' })\n`).join('')
  const options = values.compile === 'lazy' ? "{ compile: 'lazy' }" : ''
  write(
    'dev.ts',
    `import { espalier } from 'espalier'\n${imports}\nexport default () => {\n  const app = espalier(${options})\n${registers}  return app\n}\n`
  )
}

/** A plugin whose routes have schemas of their own. */
function partOf(index, version) {
  const count = Math.floor(((index + 1) * routes) / plugins) - Math.floor((index * routes) / plugins)
  const declared = Array.from({ length: count }, (_, number) => {
    const fields = `id: Type.Integer(), title${number}: Type.String({ maxLength: ${10 + number} }), tags: Type.Array(Type.String()), at: Type.String({ format: 'date-time' })`
    return number === 0
      ? `    app.get('/version', { schema: { response: { 200: { version: Type.String(), opened: Type.Number() } } } }, () => ({ version: '${version}', opened }))`
      : `    app.post('/r${number}/:id', { schema: { params: { id: Type.Integer() }, body: { ${fields} }, response: { 200: Type.Object({ ${fields} }) } } }, ({ body }) => body)`
  })
  return `import { plugin, Type } from 'espalier'\nimport { opened } from './kept.ts'\n\nexport const part${index} = plugin({\n  name: 'part${index}',\n  setup: (app) => {\n${declared.join('\n')}\n  }\n})\n`
}

async function measure() {
  const began = performance.now()
  const command = await Command.start(folder, 'data')
  console.log(`first answer of ${plugins} plugins with ${routes} routes: ${Math.round(performance.now() - began)} ms`)
  const { ask, end } = asking(command.origin)
  const times = { 'save to answer': [], 'modules of it': [], 'app of it': [] }
  for (let save = 1; save <= Number(values.saves); save++) {
    const index = (save * 7) % plugins
    const started = performance.now()
    writeFileSync(join(folder, `part${index}.ts`), partOf(index, `v${save}`))
    while (JSON.parse((await ask(`GET /part${index}/version`)).body).version !== `v${save}`) await sleep(1)
    times['save to answer'].push(performance.now() - started)
    // As people save: the routes of this one are compared before the next.
    await sleep(400)
    const [, modules, app] = [...command.said.matchAll(/\(modules (\d+), app (\d+)\)/g)].at(-1)
    times['modules of it'].push(Number(modules))
    times['app of it'].push(Number(app))
  }
  console.log('| | median | p95 |\n|---|--:|--:|')
  for (const [part, all] of Object.entries(times)) {
    const sorted = all.toSorted((a, b) => a - b)
    console.log(
      `| ${part} | ${Math.round(sorted[sorted.length >> 1])} ms | ${Math.round(sorted[Math.floor(sorted.length * 0.95)])} ms |`
    )
  }
  end()
  await command.end()
}
