type Decorated =
  | { readonly kind: 'shared'; readonly descriptor: PropertyDescriptor }
  | { readonly kind: 'value'; readonly value: unknown }

type Class<Instance extends object> = new (...args: never[]) => Instance

/** Puts decorators on the prototype of a subclass. Setting them on each request or reply would cost time for every request. */
export function deriveClass<Base extends Class<object>>(
  base: Base,
  decorators: ReadonlyMap<PropertyKey, Decorated>
): Base {
  if (decorators.size === 0) return base
  const derived = class extends (base as Class<object>) {} as Base
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
