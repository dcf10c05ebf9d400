// `npm start`: builds what changed, then becomes the example application.
import { spawn } from 'node:child_process'
import { buildExamples, buildPackage, install, isStale, root } from './project.mjs'

const entry = '.build/examples/library/main.js'
const settings = ['package.json', 'tsconfig.base.json']

await install()
if (isStale('dist/src/index.js', ['src', 'types', 'tsconfig.json', ...settings])) await orExit(buildPackage())
if (isStale(entry, ['src', 'types', 'examples', 'tsconfig.test.json', 'tsconfig.examples.json', ...settings]))
  await orExit(buildExamples())

const app = spawn(process.execPath, [entry, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => app.kill(signal))
app.on('exit', (code, signal) => {
  process.removeAllListeners(signal ?? '')
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code ?? 1
})

async function orExit(build) {
  const { code, output } = await build
  if (code === 0) return
  console.error(output)
  process.exit(code)
}
