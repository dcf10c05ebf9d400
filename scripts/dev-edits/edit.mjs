// Edits of the help desk. Its sources are a function of a state, and an edit is the next state: so the answers behind it are known.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.mjs'

const read = (name) => readFileSync(join(root, 'examples/helpdesk', `${name}.ts`), 'utf8')
const sources = Object.fromEntries(
  ['app', 'attachment-routes', 'description', 'ticket-routes', 'tickets'].map((name) => [name, read(name)])
)

/** The kinds, each with how many of twenty edits are of it. */
const shares = {
  'breaks the compiler': 3,
  'breaks the boot': 3,
  'adds or removes a route': 3,
  'changes a guard': 3,
  'renames an export': 3,
  'changes a setting': 3,
  'changes a text': 2
}

export const first = { setting: 0, text: 0, hasRoute: false, isGuarded: false, name: 'ticketService', broken: null }

/** The names that the export of `tickets.ts` has in turns. */
const nameAfter = { ticketService: 'ticketsOfAll', ticketsOfAll: 'ticketService' }

/** A list of kinds for a series: each twenty in random order, so that a series that ends early has its shares, too. */
export function kindsOf(count, { shuffle }) {
  const twenty = () => shuffle(Object.entries(shares).flatMap(([kind, share]) => Array(share).fill(kind)))
  return Array.from({ length: Math.ceil(count / 20) }, twenty)
    .flat()
    .slice(0, count)
}

/** @returns the state behind an edit of a kind; where it is broken, its answers are those of the last one that was not */
export function edited(state, kind, number, { pick, below }) {
  const whole = { ...state, broken: null }
  switch (kind) {
    case 'breaks the compiler':
      return { ...whole, broken: { file: pick(Object.keys(sources)), change: pick(unreadable), number } }
    case 'breaks the boot':
      return { ...whole, broken: { ...pick(unbootable), number } }
    case 'adds or removes a route':
      return { ...whole, hasRoute: !state.hasRoute }
    case 'changes a guard':
      return { ...whole, isGuarded: !state.isGuarded }
    case 'renames an export': {
      const name = nameAfter[state.name]
      // Half of them forget the files that import it.
      return below(2) === 0
        ? { ...whole, name }
        : { ...whole, broken: { file: 'tickets', change: renamed(state.name, name), number } }
    }
    case 'changes a setting':
      return { ...whole, setting: number }
    default:
      return { ...whole, text: number }
  }
}

const renamed = (from, to) => (text) => text.replace(`export const ${from} `, `export const ${to} `)

const unreadable = [
  (text) => `${text}\nconst open = {\n`,
  (text) => text.replace('import ', 'imprt '),
  (text) => text.replace(/\n\}\)?\n/, '\n'),
  (text) => `${text}\nconst text = 'without an end\n`,
  (text) => `${text}\nexport const = 1\n`
]

const setUp = 'setup: (app) => {'
const unbootable = [
  { file: 'ticket-routes', change: (text) => text.replace(setUp, `${setUp}\n    app.get('no-slash', () => 1)`) },
  {
    file: 'ticket-routes',
    change: (text) => text.replace(setUp, `${setUp}\n    app.get('/twice', () => 1).get('/twice', () => 2)`)
  },
  { file: 'ticket-routes', change: (text) => text.replace(setUp, `${setUp}\n    throw new Error('no queue')`) },
  { file: 'tickets', change: (text) => `${text}\nthrow new TypeError('at import')\n` },
  { file: 'description', change: (text) => `import './gone.ts'\n${text}` },
  {
    file: 'app',
    change: (text) => text.replace(/\n +\.register\(hub\b[^\n]*/, '')
  },
  { file: 'app', change: (text) => text.replace('.register(helmet)', '.register(helmets)') }
]

/** The texts of a state by file, relative to the project. */
export function textsOf({ setting, text, hasRoute, isGuarded, name, broken }) {
  const texts = {
    app: sources.app,
    'attachment-routes': sources['attachment-routes'],
    description: sources.description.replace('Help desk', `Help desk ${text}`),
    'ticket-routes': sources['ticket-routes']
      .replace(
        'app.route(tickets.list, (',
        isGuarded ? 'app.route(tickets.list, { onRequest: requireAgent }, (' : 'app.route(tickets.list, ('
      )
      .replace(setUp, hasRoute ? `${setUp}\n    app.get('/extra', () => 'here')` : setUp),
    tickets: sources.tickets.replace(`There is no ticket \${id}.`, `There is no ticket \${id} for ${name}.`)
  }
  const files = Object.entries(texts).map(([file, source]) => {
    const given = source.replaceAll('ticketService', name)
    const isBroken = broken?.file === file
    // A number, so that no save is the same as the one before.
    return [`helpdesk/${file}.ts`, isBroken ? `${broken.change(given)}// ${broken.number}\n` : given]
  })
  return { ...Object.fromEntries(files), '.env': `HELPDESK_ORIGINS=${originOf(setting)}\n` }
}

/** The page that a setting lets ask from elsewhere. */
export const originOf = (setting) => `https://s${setting}.example`
