/**
 * Warns of settings that came too late: they were declared after routes that they were probably meant for. Routes of installed packages are not
 * checked.
 */
import { isOfPackage, lineOf } from '../error/place.ts'
import { warn } from '../error/warning.ts'
import { declaredSettingSeenBy, latestSettingOf } from '../tree/inherit.ts'
import type { RouteDeclaration } from '../tree/route-declaration.ts'

const lateNames = [
  ...(['errorHandler', 'schemaErrorFormatter', 'replySerializer', 'childLoggerFactory'] as const),
  ...(['validatorCompiler', 'serializerCompiler'] as const)
]

/** The settings that have no effect on a route without a schema. */
const ofSchemas: ReadonlySet<string> = new Set(['schemaErrorFormatter', 'validatorCompiler', 'serializerCompiler'])

const verbOf = (name: string) => `set${name[0]?.toUpperCase()}${name.slice(1)}`

/** Warns once for each setting that does not apply to an earlier route, with the lines of setting and route. */
export function warnOfLateSettings(routes: Iterable<RouteDeclaration>): void {
  const warned = new Set<unknown>()
  for (const { isSibling, methods, moment, node, options, origin, url } of routes) {
    if (isSibling) continue
    for (const name of lateNames) {
      const latest = latestSettingOf(node, name)
      if (latest === undefined || warned.has(latest) || options[name] !== undefined) continue
      if (ofSchemas.has(name) && options.schema === undefined) continue
      if (declaredSettingSeenBy(node, name, moment) === latest || isOfPackage(origin.place)) continue
      warned.add(latest)
      warn('ESPWRN004', verbOf(name), lineOf(latest.origin?.place), `${methods.join()} ${url}`, lineOf(origin.place))
    }
  }
}
