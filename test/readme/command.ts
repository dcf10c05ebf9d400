// The commands of a shell session that the tests do not run: installs, servers of the reader's own, hours of benchmarks. What they name exists.
import { existsSync, readFileSync } from 'node:fs'

const { scripts, bin }: { scripts: Record<string, string>; bin: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8')
)

/** Files that a reader has made, by the text around the command. */
const ofReader = new Set(['hello.mjs', 'hello.ts', 'server.js', 'profile.cpuprofile', 'main.ts', 'out/main.js'])

/** Commands of other packages. */
const ofOthers = new Set(['autocannon', 'esbuild', 'tsc', 'tsx', 'wrangler'])

/** Answers what a session's commands name and what does not exist: a script, a file, an option of either. */
export function findUnknown(session: string): string[] {
  const lines = session.replaceAll(/\\\n\s*/g, ' ').split('\n')
  const isTranscript = lines.some((line) => line.startsWith('$ '))
  const commands = lines
    .filter((line) => !isTranscript || line.startsWith('$ '))
    .map((line) => line.replace(/^\$ /, ''))
  return commands.flatMap((command) => judge(command.replace(/\s#.*$/, '').trim()))
}

function judge(command: string): string[] {
  const [program = '', ...words] = command.replace(/^(?:[A-Z_]+=\S+ )+/, '').split(/\s+/)
  if (program === '' || program === 'curl' || program === '.ci/run') return []
  if (program === 'npm') return judgeScript(words)
  if (program === 'npx') return ofOthers.has(words[0] ?? '') || Object.hasOwn(bin, words[0] ?? '') ? [] : [command]
  if (program === 'node') return judgeFile(words)
  return [command]
}

const own = new Set(['install', 'start', 'test'])

function judgeScript([verb = '', ...rest]: string[]): string[] {
  if (verb === 'install') return []
  if (verb === 'create') return existsSync(`packages/create-${rest[0]}`) ? [] : [`npm create ${rest[0]}`]
  const name = own.has(verb) ? verb : (rest[0] ?? '')
  const text = scripts[name]
  if (text === undefined) return [`npm run ${name}`]
  return unknownOptions(rest, /\S+\.mjs/.exec(text)?.[0])
}

function judgeFile(words: string[]): string[] {
  const file = words.find((word) => !word.startsWith('-')) ?? ''
  const source = file.replace(/^\.build\/(.+)\.js$/, '$1.ts')
  const isThere = ofReader.has(file) || source.includes('NAME') || existsSync(source)
  return isThere ? unknownOptions(words.slice(words.indexOf(file)), source) : [file]
}

/** Options stand as text in the script that reads them, or in one that it imports from beside it. */
function unknownOptions(words: readonly string[], file: string | undefined): string[] {
  const options = words.filter((word) => /^--\w/.test(word)).map((word) => word.slice(2).split('=')[0] ?? '')
  if (file === undefined || !existsSync(file)) return options
  const text = readFileSync(file, 'utf8')
  // A script may write a program as a text, whose imports are not beside it.
  const beside = [...text.matchAll(/from '(\.\/[\w./-]+)'/g)]
    .map(([, path = '']) => file.replace(/[^/]+$/, path))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
  return options.filter(
    (name) => ![text, ...beside].some((one) => new RegExp(`\\b'?${name}'?: \\{`).test(one) || one.includes(`--${name}`))
  )
}
