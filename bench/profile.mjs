// A profile of your own application, in three commands:
//
//   node bench/profile.mjs server.js                        runs it under the profiler until Ctrl-C
//   npx autocannon -c 32 -d 10 http://localhost:3000/books  in a second terminal; then Ctrl-C in the first
//   node bench/profile.mjs profile.cpuprofile               says what costs what
//
// The file can also be opened in the Performance panel of a browser's developer tools. This script needs nothing but Node.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const output = 'profile.cpuprofile'
const hottest = 20
const [target] = process.argv.slice(2)

/** Starts the application, then the profiler, so that the start is not in the profile; whatever ends the process writes it. */
async function record(script) {
  await import(pathToFileURL(resolve(script)))
  const session = new inspector.Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: 200 })
  session.post('Profiler.start')
  process.on('exit', () => {
    session.post('Profiler.stop', (_error, { profile }) => writeFileSync(output, JSON.stringify(profile)))
    console.error(`\nwritten to ${output}; read it with: node bench/profile.mjs ${output}`)
  })
  // An application that closes itself in order on Ctrl-C goes on doing so.
  if (process.listenerCount('SIGINT') === 0) process.on('SIGINT', () => process.exit())
  console.error('profiling; send requests, then press Ctrl-C')
}

function print(profile) {
  const functions = toFunctions(profile).filter(({ owner }) => owner !== 'idle')
  const busy = functions.reduce((sum, { time }) => sum + time, 0)
  const share = (time) => `${((time / busy) * 100).toFixed(1).padStart(5)} %`
  console.log(`${(busy / 1000).toFixed(0)} ms of work\n\nby owner`)
  for (const { name, time } of sumBy(functions, 'owner')) console.log(`${share(time)}  ${name}`)
  console.log('\nby function, without what it calls')
  for (const { name, time } of sumBy(functions, 'place').slice(0, hottest)) console.log(`${share(time)}  ${name}`)
}

/** The time that each function spent itself, in microseconds, with its owner and place. */
function toFunctions({ nodes, samples, timeDeltas }) {
  const times = new Map()
  for (const [index, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + timeDeltas[index])
  return nodes.map(({ id, callFrame }) => ({
    time: times.get(id) ?? 0,
    owner: ownerOf(callFrame),
    place: `${callFrame.functionName || '(anonymous)'}  ${placeOf(callFrame)}`
  }))
}

function placeOf({ url, lineNumber }) {
  return url === '' ? '' : `${url.replace(/^file:\/\/.*\/(?=[^/]+\/[^/]+\/[^/]+$)/, '')}:${lineNumber + 1}`
}

function sumBy(functions, key) {
  const sums = new Map()
  for (const { time, [key]: name } of functions) sums.set(name, (sums.get(name) ?? 0) + time)
  return [...sums].map(([name, time]) => ({ name, time })).sort((a, b) => b.time - a.time)
}

const pseudo = {
  '(idle)': 'idle',
  '(garbage collector)': 'garbage collection',
  '(program)': 'native code: system calls, HTTP parser',
  '(root)': 'idle'
}

function ownerOf({ functionName, url, scriptId }) {
  if (Object.hasOwn(pseudo, functionName)) return pseudo[functionName]
  if (url === '')
    return scriptId === '0' ? 'native code: called from JavaScript' : 'generated code: validators, serializers'
  if (url.startsWith('node:'))
    return `node: ${url
      .slice(5)
      .replace(/^internal\//, '')
      .split('/')[0]
      .replace(/^_?(http|stream|tls).*/, '$1')}`
  return packageOf(url.startsWith('file:') ? fileURLToPath(url) : url)
}

const names = new Map()

/** The name in the nearest package.json above a file. */
function packageOf(file) {
  const folder = dirname(file)
  if (!names.has(folder)) names.set(folder, readName(folder) ?? (folder === file ? 'your code' : packageOf(folder)))
  return names.get(folder)
}

function readName(folder) {
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).name : undefined
}

if (target === undefined) {
  console.error('node bench/profile.mjs server.js | profile.cpuprofile')
  process.exit(2)
} else if (target.endsWith('.cpuprofile')) print(JSON.parse(readFileSync(target, 'utf8')))
else await record(target)
