/** Makes the request and reply classes of a context. Decorators are on the prototype, so all objects of a context share a hidden class. */

type Decorated =
  | { readonly kind: 'shared'; readonly descriptor: PropertyDescriptor }
  | { readonly kind: 'value'; readonly value: unknown }

type Class<Instance extends object> = new (...args: never[]) => Instance

/**
 * Makes a subclass with the decorators. A plain value stays on the prototype until an instance sets its own value, so decorators cost requests
 * nothing.
 */
export function deriveClass<Base extends Class<object>>(
  base: Base,
  decorators: ReadonlyMap<PropertyKey, Decorated>
): Base {
  if (decorators.size === 0) return base
  const derived = class extends (base as Class<object>) {} as Base
  // `util.inspect` prints a request or a reply under its class name.
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
