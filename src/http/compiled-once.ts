/**
 * Functions that handlers compile from their own schemas, such as by `request.compileValidationSchema`. Each function is compiled once for a schema
 * object and a route, and is garbage-collected with the schema.
 *
 * The key for the route is its plan, the compiled route. Several routes may share parts of a plan, and with such a part as the key they would share
 * one function. But a custom compiler gets the route's URL, and may return another function for each.
 */
export class CompiledOnce<Compiled> {
  readonly #bySchema = new WeakMap<object, WeakMap<object, Compiled>>()

  find(schema: object, plan: object): Compiled | undefined {
    return this.#bySchema.get(schema)?.get(plan)
  }

  /** Returns the function of a schema for a route. The first call compiles and stores it. */
  ensure(schema: object, plan: object, compile: () => Compiled): Compiled {
    const present = this.find(schema, plan)
    if (present !== undefined) return present
    const compiled = compile()
    const byPlan = this.#bySchema.get(schema) ?? new WeakMap<object, Compiled>()
    this.#bySchema.set(schema, byPlan.set(plan, compiled))
    return compiled
  }
}
