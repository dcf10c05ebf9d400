// The program that a tree of contexts describes, as TypeScript, and what the tree says of each place in it.
import { type Bucket, type Context, type Kind, type Name, names, type Step } from './tree.ts'

/** Where the program looks at an app, a request or a reply. */
export interface Place {
  readonly id: number
  readonly bucket: Bucket
  /**
   * Names in scope that the types leave out on purpose: declared below this line, or in the context around a plugin that does
   * not need them. They may be there at run time.
   */
  readonly unspoken: ReadonlySet<Name>
}

export interface Program {
  readonly source: string
  readonly places: readonly Place[]
}

type Visible = ReadonlyMap<string, Kind>
const slot = (bucket: Bucket, name: Name) => `${bucket} ${name}`

const values: Record<Kind, string> = {
  number: '1',
  string: `'text'`,
  boolean: 'true',
  bigint: '{ getter: () => 1n }',
  function: '() => 1'
}
const types: Record<Kind, string> = {
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  bigint: 'bigint',
  function: '() => number'
}

const verbs: Record<Bucket, string> = { app: 'decorate', request: 'decorateRequest', reply: 'decorateReply' }

/** Every name that a context has in the end, of its own. */
function declaredIn(context: Context): Map<string, Kind> {
  const declared = new Map<string, Kind>()
  for (const step of context.steps) {
    if (step.does === 'decorate') declared.set(slot(step.bucket, step.name), step.kind)
    if (step.does === 'register' && step.context.form === 'shared')
      for (const [key, kind] of declaredIn(step.context)) declared.set(key, kind)
  }
  return declared
}

/** Writes the program of one tree: a function `run` that builds the app, and the plugins beside it. */
export function toProgram(root: Context): Program {
  const plugins: string[] = []
  const places = new Map<number, Place>()
  const known = new Map<Context, { name: string; firstPlace: number; needs: Visible }>()
  let count = 0
  let placeCount = 0

  const addPlace = (bucket: Bucket, typed: Visible, inScope: Iterable<string>): number => {
    const id = placeCount++
    const around = new Set(inScope)
    const unspoken = names.filter((name) => around.has(slot(bucket, name)) && !typed.has(slot(bucket, name)))
    const earlier = places.get(id)?.unspoken ?? []
    places.set(id, { id, bucket, unspoken: new Set([...earlier, ...unspoken]) })
    return id
  }

  /** The lines of a context's body, whose app is first called `${label}_0`; `around` is all that its parents ever declare. */
  const writeBody = (context: Context, label: string, given: Visible, around: Iterable<string>) => {
    const lines: string[] = []
    const loaded = new Map(given)
    const now = new Map(given)
    const ever = [...around, ...declaredIn(context).keys()]
    let line = 0
    const here = () => `${label}_${line}`
    const next = (expression: string) => lines.push(`const ${label}_${++line} = ${expression}`)
    const settle = () => {
      for (const [key, kind] of loaded) now.set(key, kind)
    }
    const look = () => {
      lines.push(see(addPlace('app', now, around), here()))
      const [self, request, reply] = (['app', 'request', 'reply'] as const).map((bucket) =>
        addPlace(bucket, loaded, ever)
      )
      lines.push(
        `${here()}.get(freshPath(), function (request, reply) {`,
        `${see(self, 'this')}; ${see(request, 'request')}; ${see(reply, 'reply')}; return null`,
        '})'
      )
    }
    const take = (step: Step) => {
      if (step.does === 'decorate') {
        next(`${here()}.${verbs[step.bucket]}('${step.name}', ${values[step.kind]})`)
        const key = slot(step.bucket, step.name)
        loaded.set(key, step.kind)
        now.set(key, step.kind)
      } else if (step.does === 'await') {
        next(step.what === 'app' ? `await ${here()}` : `await ${here()}.after()`)
        settle()
      } else if (step.does === 'look') look()
      else {
        const plugin = writePlugin(step.context, loaded, ever)
        next(`${step.awaited ? 'await ' : ''}${here()}.register(${plugin})`)
        if (step.context.form === 'shared') for (const [key, kind] of declaredIn(step.context)) loaded.set(key, kind)
        if (step.awaited) settle()
      }
    }
    for (const step of context.steps) take(step)
    look()
    return { lines, last: here() }
  }

  const writePlugin = (context: Context, visible: Visible, around: readonly string[]): string => {
    if (context.form === 'inline') {
      const label = `c${count++}`
      const { lines } = writeBody(context, label, visible, around)
      return `async (${label}_0) => {\n${lines.join('\n')}\n}`
    }
    const before = known.get(context)
    const needs = before?.needs ?? pick(visible, context.needs)
    const label = before?.name ?? `c${count++}`
    const after = placeCount
    // A plugin that is registered again has the same places, in another surrounding.
    if (before) placeCount = before.firstPlace
    else known.set(context, { name: label, firstPlace: placeCount, needs })
    const { lines, last } = writeBody(context, label, needs, [...around])
    if (before) {
      placeCount = after
      return label
    }
    const body = [...lines, ...(context.form === 'shared' ? [`return ${last}`] : [])].join('\n')
    const wrapper = context.form === 'shared' ? 'shared' : 'plugin'
    plugins.push(
      `const ${label} = ${wrapper}({ name: '${label}', needs: requires<${shapeOf(needs)}>(), setup: async (${label}_0) => {\n${body}\n} })`
    )
    return label
  }

  const { lines } = writeBody(root, 'root', new Map(), [])
  const source = [
    `import { espalier, plugin, requires, shared } from 'espalier'`,
    'type See = (place: number, seen: object, look: () => unknown) => void',
    'export const prepare = (see: See, freshPath: () => string) => {',
    ...plugins,
    'return async () => {',
    'const root_0 = espalier()',
    ...lines,
    'return root_0.ready()',
    '}',
    '}'
  ].join('\n')
  return { source, places: [...places.values()] }
}

/** Looks at `seen` when the program runs; the look that the compiler judges is never called. */
const see = (place: number | undefined, seen: string) =>
  `see(${place}, ${seen}, () => [${names.map((name) => `${seen}.${name}`).join(', ')}])`

function pick(visible: Visible, bits: number): Visible {
  return new Map([...visible].filter((_, index) => (bits >> (index % 12)) & 1))
}

function shapeOf(visible: Visible): string {
  const bucketOf = (bucket: Bucket) => {
    const members = names.flatMap((name) => {
      const kind = visible.get(slot(bucket, name))
      return kind ? [`${name}: ${types[kind]}`] : []
    })
    return members.length > 0 ? [`${bucket}: { ${members.join('; ')} }`] : []
  }
  return `{ ${(['app', 'request', 'reply'] as const).flatMap(bucketOf).join('; ')} }`
}
