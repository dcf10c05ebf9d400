/**
 * Validators that handlers compile from their own schemas: once for each schema object and route. They are garbage-collected with the schema.
 *
 * The key is the route's plan, which belongs to one route. Parts of a plan are shared by several routes. With a shared part as the key, the first route
 * would compile for all, and a compiler of the application would see its URL only.
 */
export class CompiledOnce<Compiled> {
  readonly #bySchema = new WeakMap<object, WeakMap<object, Compiled>>()

  find(schema: object, plan: object): Compiled | undefined {
    return this.#bySchema.get(schema)?.get(plan)
  }

  /** Returns the compiled function of a schema for a route; the first time, compiles and stores it. */
  ensure(schema: object, plan: object, compile: () => Compiled): Compiled {
    const present = this.find(schema, plan)
    if (present !== undefined) return present
    const compiled = compile()
    const byPlan = this.#bySchema.get(schema) ?? new WeakMap<object, Compiled>()
    this.#bySchema.set(schema, byPlan.set(plan, compiled))
    return compiled
  }
}
