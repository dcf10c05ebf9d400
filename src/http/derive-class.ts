/** Classes of requests and replies for one context: its decorators on the prototype, so that all objects of a context share one shape. */

type Decorated =
  | { readonly kind: 'shared'; readonly descriptor: PropertyDescriptor }
  | { readonly kind: 'value'; readonly value: unknown }

type Class<Instance extends object> = new (...args: never[]) => Instance

/**
 * Makes a subclass whose instances have the decorators. A plain value is the prototype's until an instance sets its own, so an instance
 * costs the same with any number of decorators.
 */
export function deriveClass<Base extends Class<object>>(
  base: Base,
  decorators: ReadonlyMap<PropertyKey, Decorated>
): Base {
  if (decorators.size === 0) return base
  const derived = class extends (base as Class<object>) {} as Base
  // Inspection prints a request or reply under the name of its class.
  Object.defineProperty(derived, 'name', { value: base.name, configurable: true })
  for (const [name, decorator] of decorators) {
    const descriptor =
      decorator.kind === 'shared'
        ? decorator.descriptor
        : { value: decorator.value, writable: true, enumerable: true, configurable: true }
    Object.defineProperty(derived.prototype, name, descriptor)
  }
  return derived
}
