import { getOrCreate } from '../base/get-or-create.ts'

/** Caches compiled schemas by schema and route, because a custom compiler may return a different function for each route. */
export class CompiledOnce<Compiled> {
  readonly #bySchema = new WeakMap<object, WeakMap<object, Compiled>>()

  find(schema: object, plan: object): Compiled | undefined {
    return this.#bySchema.get(schema)?.get(plan)
  }

  ensure(schema: object, plan: object, compile: () => Compiled): Compiled {
    const byPlan = getOrCreate(this.#bySchema, schema, () => new WeakMap<object, Compiled>())
    return getOrCreate(byPlan, plan, compile)
  }
}
