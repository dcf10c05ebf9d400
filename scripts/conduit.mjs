// `npm run conduit -- FILE`: what the RealWorld project asks of implementations, asked of examples/realworld.
// FILE is Conduit.postman_collection.json of that project; newman runs it, through npx.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildExamples, buildPackages, install, orExit, run } from './project.mjs'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: npm run conduit -- <Conduit.postman_collection.json>')
  process.exit(2)
}

await install()
await orExit(buildPackages())
await orExit(buildExamples())
const { createConduit } = await import('../.build/examples/realworld/app.js')
const { conduitSettings } = await import('../.build/examples/realworld/settings.js')
const folder = mkdtempSync(join(tmpdir(), 'conduit-'))
const app = createConduit(conduitSettings.of({ CONDUIT_DATA: folder, CONDUIT_LOGINS_PER_MINUTE: 1000 }))
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

const variables = { APIURL: `${origin}/api`, USERNAME: 'ada', EMAIL: 'ada@example.com', PASSWORD: 'a long secret' }
const given = Object.entries(variables).flatMap(([name, value]) => ['--global-var', `${name}=${value}`])
const { code } = await run(['npx', '--yes', 'newman@6', 'run', resolve(file), ...given], { live: true })

await app.close()
rmSync(folder, { recursive: true, force: true })
process.exitCode = code
