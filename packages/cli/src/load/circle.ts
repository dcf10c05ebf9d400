/**
 * Stops plugins that register each other in a circle. Each loads synchronously, so no timer would ever run, and the boot would continue until memory is
 * exhausted.
 */
import { UsageError } from '@espalier/command-kit'
import { bootedBy, depthBy } from './booted.ts'
import type { BootableApp } from './load-app.ts'

/** No application nests plugins as deeply as this. */
const deepest = 100

/**
 * Watches `register` of an app until the returned function is called. Only reads of the member are counted: a wrapper function would appear on the
 * stack that shows where a plugin was registered.
 *
 * @throws UsageError out of the `register` of a plugin, when it is one of a circle
 */
export function refuseCircles(file: string, app: BootableApp): () => void {
  const held = Object.getOwnPropertyDescriptor(app, 'register')
  if (held?.configurable !== true || typeof held.value !== 'function') return () => {}
  const { value: register, ...rest } = held
  let registrations = 0
  // Shared plugins have no context that shows their depth. The list of plugins shows it, but formatting it takes quadratic time.
  let next = 2 * deepest
  Object.defineProperty(app, 'register', {
    configurable: true,
    get(this: object) {
      registrations++
      const isDeep = depthOf(this, app) > deepest || (registrations === next && depthBy(app) > deepest)
      if (registrations === next) next *= 2
      if (isDeep)
        throw new UsageError(
          `${file} does not start: plugins register each other in a circle: ${circleOf(bootedBy(app))}.`
        )
      return register
    }
  })
  return () => void Object.defineProperty(app, 'register', { ...rest, value: register })
}

/** How many ancestors a context has. */
function depthOf(context: object, root: object): number {
  let depth = 0
  for (let at: object | null = context; at !== null && at !== root; at = Object.getPrototypeOf(at)) depth++
  return depth
}

/** The names that repeat at the end of a list. */
export function circleOf(names: readonly string[]): string {
  const last = names.slice(-60).reverse()
  const longest = Math.floor(last.length / 2)
  const length = Array.from({ length: longest }, (_, index) => index + 1).find((period) =>
    last.every((name, at) => at + period >= last.length || name === last[at + period])
  )
  const circle = last.slice(0, length ?? 1).reverse()
  return [...circle, circle[0] ?? 'a plugin'].join(' → ')
}
