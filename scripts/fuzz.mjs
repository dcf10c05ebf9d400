// `npm run fuzz -- --seconds 600 [--seed 1] [--lane | --sessions]`: every random test of the project for that long, instead of its few examples in
// `npm test`; with `--lane` those that compare the lane with Node, one after the other, which tell how much they have compared; with `--sessions` 64 clients
// at a time that talk with one app, which tell how many answers they had.
import { parseArgs } from 'node:util'
import { buildPackages, buildTests, install, orExit, run } from './project.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    lane: { type: 'boolean', default: false },
    sessions: { type: 'boolean', default: false }
  }
})
const ofLane = ['adapter/lane/read', 'adapter/lane/differential', 'adapter/lane/handed-over/differential']
const all = [
  'fuzz/wire',
  'fuzz/request',
  'fuzz/validator',
  'fuzz/serializer',
  'security/guard',
  'security/encapsulation',
  'security/data',
  ...ofLane
]
const ofSessions = ['adapter/lane/session']
const files = values.sessions ? ofSessions : values.lane ? ofLane : all

await install()
await orExit(buildPackages())
await orExit(buildTests())
process.env.ESPALIER_FUZZ_SECONDS = values.seconds
if (values.sessions) process.env.ESPALIER_FUZZ_CLIENTS = '64'
if (values.seed !== undefined) process.env.ESPALIER_FUZZ_SEED = values.seed
const compiled = files.map((file) => `.build/test/${file}.test.js`)
const order = values.lane ? ['--test-concurrency=1'] : []
const { code } = await run([process.execPath, '--test', '--test-reporter', 'spec', ...order, ...compiled], {
  live: true
})
process.exitCode = code
