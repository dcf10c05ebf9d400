// `npm run fuzz -- --seconds 600 [--seed 1]`: every random test of the project for that long, instead of its few examples in `npm test`.
import { parseArgs } from 'node:util'
import { buildPackage, buildTests, install, orExit, run } from './project.mjs'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } } })
const files = [
  'fuzz/wire',
  'fuzz/request',
  'fuzz/validator',
  'fuzz/serializer',
  'security/guard',
  'security/encapsulation',
  'security/data',
  'adapter/lane/read',
  'adapter/light/differential'
]

await install()
await orExit(buildPackage())
await orExit(buildTests())
process.env.ESPALIER_FUZZ_SECONDS = values.seconds
if (values.seed !== undefined) process.env.ESPALIER_FUZZ_SEED = values.seed
const compiled = files.map((file) => `.build/test/${file}.test.js`)
const { code } = await run([process.execPath, '--test', '--test-reporter', 'spec', ...compiled], { live: true })
process.exitCode = code
