/**
 * Members of an app that Fastify lacks. A decorator may replace one, so that migrated applications keep their own names. They are on the prototype of
 * the root app, and `hasDecorator` does not find them.
 */
import { errors } from '../error/error.ts'
import type { AppObject } from './app-object.ts'
import { nodeOf } from './node.ts'

export const spareVerbs = {
  checkpoint(this: AppObject) {
    return this
  },
  /** Returns a schema that is a `$ref`; its type is that of the target. */
  ref(this: AppObject, target: string) {
    const [id = ''] = target.split('#')
    if (nodeOf(this).schemas.getSchema(id) === undefined) throw new errors.ESP_ERR_SCHEMA_NOT_VISIBLE(id)
    return { $ref: target.includes('#') ? target : `${target}#` }
  }
}

/** Whether a name is still a member of espalier that a decorator may replace. */
export function isSpare(app: AppObject, name: PropertyKey): boolean {
  const spares: AppObject = Object.getPrototypeOf(nodeOf(app).tree.root.app)
  let owner = app
  while (owner !== spares && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner)
  return owner === spares && Object.hasOwn(spares, name)
}
