// Random trees of contexts: what a program declares, in which context and in which order.
import fc from 'fast-check'

export const names = ['ash', 'elm', 'fir', 'oak'] as const
export type Name = (typeof names)[number]
export type Bucket = 'app' | 'request' | 'reply'
export type Kind = 'number' | 'string' | 'boolean' | 'bigint' | 'function'

export type Step =
  | { readonly does: 'decorate'; readonly bucket: Bucket; readonly name: Name; readonly kind: Kind }
  | { readonly does: 'register'; readonly context: Context; readonly awaited: boolean }
  | { readonly does: 'await'; readonly what: 'app' | 'after' }
  | { readonly does: 'look'; readonly by: 'route' | 'endpoint' }
  | { readonly does: 'provide' }

/** A context, or for a shared plugin the part of one that it declares. */
export interface Context {
  readonly form: 'inline' | 'plugin' | 'shared'
  /** Which of the names that are visible at its registration a plugin needs: the bits of this number, in turn. */
  readonly needs: number
  readonly steps: readonly Step[]
}

/** All bits of `needs`. */
const everything = 0xfff

const decorate: fc.Arbitrary<Step> = fc.record({
  does: fc.constant('decorate'),
  bucket: fc.constantFrom('app', 'request', 'reply'),
  name: fc.constantFrom(...names),
  kind: fc.constantFrom('number', 'string', 'boolean', 'bigint', 'function')
})
const wait: fc.Arbitrary<Step> = fc.record({ does: fc.constant('await'), what: fc.constantFrom('app', 'after') })
const look: fc.Arbitrary<Step> = fc.record({
  does: fc.constant('look'),
  by: fc.constantFrom('route', 'endpoint')
})
const provide: fc.Arbitrary<Step> = fc.record({ does: fc.constant('provide') })

/** Contexts up to `depth` levels deep. `library` are shared plugins that several of them register. */
function contexts(depth: number, library: readonly Context[]): fc.Arbitrary<Context> {
  const forms: fc.Arbitrary<Context['form']> = fc.constantFrom('inline', 'inline', 'plugin', 'shared')
  return fc.record({
    form: forms,
    needs: fc.oneof(fc.constant(everything), fc.nat(everything)),
    steps: stepsOf(depth, library)
  })
}

function stepsOf(depth: number, library: readonly Context[]): fc.Arbitrary<Step[]> {
  const registration = (context: fc.Arbitrary<Context>): fc.Arbitrary<Step> =>
    fc.record({ does: fc.constant('register'), context, awaited: fc.boolean() })
  const choices: fc.WeightedArbitrary<Step>[] = [
    { arbitrary: decorate, weight: 6 },
    { arbitrary: look, weight: 2 },
    { arbitrary: wait, weight: 2 },
    { arbitrary: provide, weight: 2 }
  ]
  if (depth > 0) choices.push({ arbitrary: registration(contexts(depth - 1, library)), weight: 3 })
  if (library.length > 0) choices.push({ arbitrary: registration(fc.constantFrom(...library)), weight: 2 })
  return fc.array(fc.oneof(...choices), { minLength: 1, maxLength: 7 })
}

/** A root context whose program boots: no name is declared where it is visible already. */
export const trees: fc.Arbitrary<Context> = fc
  .array(stepsOf(0, []), { minLength: 1, maxLength: 2 })
  .map((bodies) => bodies.map((steps): Context => ({ form: 'shared', needs: 0, steps })))
  .chain((library) => stepsOf(3, library))
  .map((steps) => withoutClashes({ form: 'inline', needs: 0, steps }))

type Owner = { readonly parent: Owner | null; readonly declared: Map<string, Step> }

const isAbove = (above: Owner, below: Owner | null): boolean =>
  below !== null && (above === below || isAbove(above, below.parent))

function withoutClashes(root: Context): Context {
  const owners: Owner[] = []
  const clashing = new Set<Step>()
  const visit = (context: Context, owner: Owner): void => {
    for (const step of context.steps) {
      if (step.does === 'register') visit(step.context, ownerOf(step.context, owner))
      if (step.does !== 'decorate' || clashing.has(step)) continue
      const key = `${step.bucket} ${step.name}`
      const clashes = owners.some(
        (other) => other.declared.has(key) && (isAbove(other, owner) || isAbove(owner, other))
      )
      if (clashes) clashing.add(step)
      else owner.declared.set(key, step)
    }
  }
  const ownerOf = (context: Context, owner: Owner): Owner => {
    if (context.form === 'shared') return owner
    const own: Owner = { parent: owner, declared: new Map() }
    owners.push(own)
    return own
  }
  const top: Owner = { parent: null, declared: new Map() }
  owners.push(top)
  visit(root, top)
  return clashing.size === 0 ? root : withoutClashes(without(root, clashing, new Map()))
}

/** The same tree without some steps; a context that is registered twice stays one. */
function without(context: Context, steps: ReadonlySet<Step>, known: Map<Context, Context>): Context {
  const made = known.get(context) ?? {
    ...context,
    steps: context.steps
      .filter((step) => !steps.has(step))
      .map((step) => (step.does === 'register' ? { ...step, context: without(step.context, steps, known) } : step))
  }
  known.set(context, made)
  return made
}
