/** What handlers have compiled of their own schemas: once for each schema object and route, and gone when the schema is. */
export class CompiledOnce<Compiled> {
  readonly #bySchema = new WeakMap<object, WeakMap<object, Compiled>>()

  find(schema: object, route: object): Compiled | undefined {
    return this.#bySchema.get(schema)?.get(route)
  }

  /** Answers what was compiled of a schema for a route; compiles and keeps it the first time. */
  ensure(schema: object, route: object, compile: () => Compiled): Compiled {
    const present = this.find(schema, route)
    if (present !== undefined) return present
    const compiled = compile()
    const byRoute = this.#bySchema.get(schema) ?? new WeakMap<object, Compiled>()
    this.#bySchema.set(schema, byRoute.set(route, compiled))
    return compiled
  }
}
