/**
 * What handlers have compiled of their own schemas: once for each schema object and route, and gone when the schema is.
 *
 * A route is told by its plan, which it shares with no other. Parts of a plan are shared by routes that ask for the same, and by them the first
 * route would compile for all: a compiler of the application would see the URL of the first one only.
 */
export class CompiledOnce<Compiled> {
  readonly #bySchema = new WeakMap<object, WeakMap<object, Compiled>>()

  find(schema: object, plan: object): Compiled | undefined {
    return this.#bySchema.get(schema)?.get(plan)
  }

  /** Returns what was compiled of a schema for a route; compiles and keeps it the first time. */
  ensure(schema: object, plan: object, compile: () => Compiled): Compiled {
    const present = this.find(schema, plan)
    if (present !== undefined) return present
    const compiled = compile()
    const byPlan = this.#bySchema.get(schema) ?? new WeakMap<object, Compiled>()
    this.#bySchema.set(schema, byPlan.set(plan, compiled))
    return compiled
  }
}
