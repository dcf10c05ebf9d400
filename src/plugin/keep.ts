/**
 * Resources, such as database pools, that outlive an app when `espalier dev` replaces the app after a save. The new app is ready before the old one
 * closes, and a resource is disposed once no app uses it. In an ordinary process each app has its own resources.
 */
import type { AppOf } from '../../types/app.ts'
import { getOrCreate } from '../base/get-or-create.ts'
import { checkArgument } from '../error/argument.ts'
import { isFunction } from '../user-function.ts'

interface KeptResource {
  readonly made: Promise<unknown>
  uses: number
}

type Names = Map<string, KeptResource>

/** Under this symbol, `espalier dev` puts the resources of the process on `globalThis` (`packages/cli/src/dev/kept-resources.ts`). */
const ofProcess = Symbol.for('espalier.kept')
const resourcesOfApps = new WeakMap<object, Names>()

function namesOf({ server }: AppOf): Names {
  const shared = (globalThis as { [ofProcess]?: Names })[ofProcess]
  return shared ?? getOrCreate(resourcesOfApps, server, () => new Map())
}

/**
 * Creates a resource of a plugin, such as a pool, and disposes it when the app has closed. Under `espalier dev` the resource survives a save: the new
 * app gets the resource of the previous one. Plugins of one app that use the same name share the resource.
 *
 * @param app the context of the plugin
 * @param name identifies the resource: use another name for another database
 * @param make called once for a name
 * @param dispose called with the resource when the last app that uses it has closed. Default: nothing
 * @throws ESP_ERR_ARGUMENT_INVALID when the name is empty or `make` or `dispose` is not a function; errors of `make`
 * @example
 * const db = await keep(app, 'database', async () => ({ isOpen: true }), (db) => { db.isOpen = false })
 * await app.close()
 * db.isOpen // false
 */
export async function keep<Resource>(
  app: AppOf,
  name: string,
  make: () => Resource | PromiseLike<Resource>,
  dispose: (resource: Resource) => unknown = () => {}
): Promise<Resource> {
  checkArgument(typeof name === 'string' && name !== '', 'The name of keep()', 'a text that is not empty', name)
  checkArgument(isFunction(make), 'The argument make of keep()', 'a function', make)
  checkArgument(isFunction(dispose), 'The argument dispose of keep()', 'a function', dispose)
  const names = namesOf(app)
  const kept = getOrCreate(names, name, () => ({ made: Promise.resolve().then(make), uses: 0 }))
  kept.uses++
  app.addHook('onClose', async () => {
    kept.uses--
    if (kept.uses > 0) return
    names.delete(name)
    await kept.made.then(
      (made) => dispose(made as Resource),
      () => undefined
    )
  })
  return kept.made as Promise<Resource>
}
