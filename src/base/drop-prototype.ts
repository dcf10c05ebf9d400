/** Makes the instances of a class inherit nothing, like `Object.create(null)`. V8 reads them faster, because they share a hidden class. */
export function dropPrototype({ prototype }: { readonly prototype: object }): void {
  Object.setPrototypeOf(prototype, null)
  Reflect.deleteProperty(prototype, 'constructor')
}
