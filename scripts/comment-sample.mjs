// `node scripts/comment-sample.mjs [--seed 1] [--count 100] [--all]`: comments of src, types and packages drawn evenly at random, for a reader who knows
// the field and not the code. The same seed prints the same comments of the same sources. `--all` prints every comment.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from '@babel/parser'
import { root } from './project.mjs'
import { randomFrom } from './random.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    all: { type: 'boolean', default: false }
  }
})

const companions = readdirSync(join(root, 'packages'))
  .map((name) => `packages/${name}/src`)
  .filter((folder) => existsSync(join(root, folder)))

/** Directives of tools, which are not prose. */
const directive = /^\s*(?:biome-ignore|@ts-|#|\/ <reference)/

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts'))
    .sort()
}

/** Returns the comments of a file. Lines of `//` that follow each other are one comment. */
function commentsOf(path) {
  const code = readFileSync(join(root, path), 'utf8')
  const { comments } = parse(code, { sourceType: 'module', plugins: ['typescript'] })
  const found = []
  for (const { type, value, start, end, loc } of comments) {
    if (directive.test(value)) continue
    const last = found.at(-1)
    const isLine = type === 'CommentLine'
    const follows = isLine && last?.isLine && /^\n[ \t]*$/.test(code.slice(last.end, start))
    if (follows) Object.assign(last, { text: `${last.text} ${value.trim()}`, end })
    else found.push({ place: `${path}:${loc.start.line}`, text: plain(value), isLine, end })
  }
  return found
}

/** The text of a comment without the stars of its lines. */
const plain = (value) =>
  value
    .replace(/^\*/, '')
    .replaceAll(/\n[ \t]*\* ?/g, '\n')
    .trim()

const all = ['src', 'types', ...companions].flatMap(filesBelow).flatMap(commentsOf)
const drawn = values.all ? all : randomFrom(Number(values.seed)).shuffle(all).slice(0, Number(values.count))
for (const { place, text } of drawn) console.log(`${place}\n    ${text.replaceAll('\n', '\n    ')}`)
console.log(`${drawn.length} of ${all.length} comments`)
