// `npm test -w @espalier/NAME`: builds the packages and runs the tests of one companion. `--whole` takes all of what is many and slow.

import { compiled } from './batched.mjs'
import { buildPackages, buildTests, install, orExit, run, testFiles } from './project.mjs'

const [name, ...options] = process.argv.slice(2)
if (!options.includes('--whole')) process.env.ESPALIER_SAMPLE = '1'
await install()
await orExit(buildPackages())
await orExit(buildTests())
const files = testFiles(name).map(compiled)
const preload = ['--import', './scripts/fail-on-warning.mjs', '--no-warnings', '--unhandled-rejections=strict']
const report = ['--test-reporter', './scripts/reporter.mjs', '--test-reporter-destination', 'stdout']
const { code } = await run([process.execPath, ...preload, '--test', ...report, ...files], { live: true })
process.exitCode = code
