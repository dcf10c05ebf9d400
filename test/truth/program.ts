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

/** A plugin that was written: registered again it has the same places, in another surrounding. */
interface Written {
  readonly name: string
  readonly firstPlace: number
  readonly needs: Visible
}

/** Collects the code beside the bodies of contexts: plugins, and their shared places. */
class Writer {
  readonly plugins: string[] = []
  readonly places = new Map<number, Place>()
  readonly #written = new Map<Context, Written>()
  #nameCount = 0
  #placeCount = 0

  addPlace(bucket: Bucket, typed: Visible, inScope: Iterable<string>): number {
    const id = this.#placeCount++
    const around = new Set(inScope)
    const unspoken = names.filter((name) => around.has(slot(bucket, name)) && !typed.has(slot(bucket, name)))
    const earlier = this.places.get(id)?.unspoken ?? []
    this.places.set(id, { id, bucket, unspoken: new Set([...earlier, ...unspoken]) })
    return id
  }

  /** Returns the code that a context registers: a function, or the name of a plugin. */
  writePlugin(context: Context, visible: Visible, around: readonly string[]): string {
    if (context.form === 'inline') {
      const label = this.#freshName()
      const { lines } = new Body(this, label, visible, around).write(context)
      return `async (${label}_0) => {\n${lines.join('\n')}\n}`
    }
    const before = this.#written.get(context)
    if (before !== undefined) this.#writeAgain(context, before, around)
    return before?.name ?? this.#writeOnce(context, context.form, visible, around)
  }

  #writeOnce(context: Context, form: 'plugin' | 'shared', visible: Visible, around: readonly string[]): string {
    const name = this.#freshName()
    const needs = pick(visible, context.needs)
    this.#written.set(context, { name, firstPlace: this.#placeCount, needs })
    const { lines, last } = new Body(this, name, needs, around).write(context)
    const body = [...lines, ...(form === 'shared' ? [`return ${last}`] : [])].join('\n')
    this.plugins.push(
      `const ${name} = ${form}({ name: '${name}', needs: requires<${shapeOf(needs)}>(), setup: async (${name}_0) => {\n${body}\n} })`
    )
    return name
  }

  #writeAgain(context: Context, { name, firstPlace, needs }: Written, around: readonly string[]): void {
    const after = this.#placeCount
    this.#placeCount = firstPlace
    new Body(this, name, needs, around).write(context)
    this.#placeCount = after
  }

  #freshName(): string {
    return `c${this.#nameCount++}`
  }
}

/** The lines of a context's body, whose app is first called `${label}_0`. */
class Body {
  readonly lines: string[] = []
  readonly #writer: Writer
  readonly #label: string
  /** All that the contexts around it ever declare. */
  readonly #around: readonly string[]
  readonly #loaded: Map<string, Kind>
  readonly #now: Map<string, Kind>
  #line = 0

  constructor(writer: Writer, label: string, given: Visible, around: readonly string[]) {
    this.#writer = writer
    this.#label = label
    this.#around = around
    this.#loaded = new Map(given)
    this.#now = new Map(given)
  }

  write(context: Context): { readonly lines: readonly string[]; readonly last: string } {
    const ever = [...this.#around, ...declaredIn(context).keys()]
    for (const step of context.steps) this.#take(step, ever)
    this.#look('route', ever)
    return { lines: this.lines, last: this.#here() }
  }

  #take(step: Step, ever: readonly string[]): void {
    if (step.does === 'decorate') {
      this.#next(`${this.#here()}.${verbs[step.bucket]}('${step.name}', ${values[step.kind]})`)
      const key = slot(step.bucket, step.name)
      this.#loaded.set(key, step.kind)
      this.#now.set(key, step.kind)
    } else if (step.does === 'await') {
      this.#next(step.what === 'app' ? `await ${this.#here()}` : `await ${this.#here()}.after()`)
      this.#settle()
    } else if (step.does === 'look') this.#look(step.by, ever)
    else if (step.does === 'provide') this.#next(`${this.#here()}.withTypeProvider(standardSchema())`)
    else {
      const plugin = this.#writer.writePlugin(step.context, this.#loaded, ever)
      this.#next(`${step.awaited ? 'await ' : ''}${this.#here()}.register(${plugin})`)
      if (step.context.form === 'shared')
        for (const [key, kind] of declaredIn(step.context)) this.#loaded.set(key, kind)
      if (step.awaited) this.#settle()
    }
  }

  #look(by: 'route' | 'endpoint', ever: readonly string[]): void {
    this.lines.push(see(this.#writer.addPlace('app', this.#now, this.#around), this.#here()))
    const [self, request, reply] = (['app', 'request', 'reply'] as const).map((bucket) =>
      this.#writer.addPlace(bucket, this.#loaded, ever)
    )
    this.lines.push(
      `${this.#here()}.${by === 'route' ? 'get(freshPath()' : 'route(freshEndpoint()'}, function (request, reply) {`,
      `${see(self, 'this')}; ${see(request, 'request')}; ${see(reply, 'reply')}; return null`,
      '})'
    )
  }

  #here(): string {
    return `${this.#label}_${this.#line}`
  }

  #next(expression: string): void {
    this.lines.push(`const ${this.#label}_${++this.#line} = ${expression}`)
  }

  #settle(): void {
    for (const [key, kind] of this.#loaded) this.#now.set(key, kind)
  }
}

/** Writes the program of one tree: a function `run` that builds the app, and the plugins beside it. */
export function toProgram(root: Context): Program {
  const writer = new Writer()
  const { lines } = new Body(writer, 'root', new Map(), []).write(root)
  const source = [
    `import { endpoint, espalier, plugin, requires, shared } from 'espalier'`,
    `import { standardSchema } from 'espalier/standard-schema'`,
    'type See = (place: number, seen: object, look: () => unknown) => void',
    'export const prepare = (see: See, freshPath: () => string) => {',
    `const freshEndpoint = () => endpoint(('GET ' + freshPath()) as 'GET /look')`,
    ...writer.plugins,
    'return async () => {',
    'const root_0 = espalier()',
    ...lines,
    'return root_0.ready()',
    '}',
    '}'
  ].join('\n')
  return { source, places: [...writer.places.values()] }
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
