/**
 * Methods of an app that Fastify lacks. A decorator may replace such a method, so that migrated applications keep their own names. The methods are
 * on the prototype of the root app, where `hasDecorator` does not look.
 */
import { errors } from '../error/error.ts'
import type { AppObject } from './app-object.ts'
import { nodeOf } from './node.ts'

export const overridableVerbs = {
  checkpoint(this: AppObject) {
    return this
  },
  ref(this: AppObject, target: string) {
    const [id = ''] = target.split('#')
    if (nodeOf(this).schemas.getSchema(id) === undefined) throw new errors.ESP_ERR_SCHEMA_NOT_VISIBLE(id)
    return { $ref: target.includes('#') ? target : `${target}#` }
  }
}

/** Whether a name still belongs to a method of this file, and not to a decorator that replaced it. */
export function isOverridable(app: AppObject, name: PropertyKey): boolean {
  const overridable: AppObject = Object.getPrototypeOf(nodeOf(app).tree.root.app)
  let owner = app
  while (owner !== overridable && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner)
  return owner === overridable && Object.hasOwn(overridable, name)
}
