/**
 * Plugins that register each other in a circle would load until memory is exhausted. The timeout of the boot would not fire, because plugins that
 * load synchronously block the event loop. So the depth of plugins is limited.
 */
import { UsageError } from '@espalier/command-kit'
import { bootedBy, depthBy } from './booted.ts'
import type { BootableApp } from './load-app.ts'

const maxDepth = 100

/**
 * Counts the uses of `app.register`, and checks the depth of plugins, until the returned function is called. The check is in a getter. A wrapper of
 * `register` would add a frame to the stacks that show where a plugin was registered.
 *
 * @throws UsageError from `app.register`, when the plugins are nested too deeply
 */
export function refuseCircles(file: string, app: BootableApp): () => void {
  const held = Object.getOwnPropertyDescriptor(app, 'register')
  if (held?.configurable !== true || typeof held.value !== 'function') return () => {}
  const { value: register, ...rest } = held
  let registrations = 0
  // Each plugin has a context in its parent's context, except shared plugins. `printPlugins` shows the depth of all plugins, but in quadratic time.
  // So it is called only after 200, 400, 800 … registrations.
  let next = 2 * maxDepth
  Object.defineProperty(app, 'register', {
    configurable: true,
    get(this: object) {
      registrations++
      const isDeep = depthOf(this, app) > maxDepth || (registrations === next && depthBy(app) > maxDepth)
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

function depthOf(context: object, root: object): number {
  let depth = 0
  for (let at: object | null = context; at !== null && at !== root; at = Object.getPrototypeOf(at)) depth++
  return depth
}

/** Returns the names that repeat at the end of a list: `a → b → a`. */
export function circleOf(names: readonly string[]): string {
  const last = names.slice(-60).reverse()
  const longest = Math.floor(last.length / 2)
  const length = Array.from({ length: longest }, (_, index) => index + 1).find((period) =>
    last.every((name, at) => at + period >= last.length || name === last[at + period])
  )
  const circle = last.slice(0, length ?? 1).reverse()
  return [...circle, circle[0] ?? 'a plugin'].join(' → ')
}
