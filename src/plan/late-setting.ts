/**
 * Warns of a setting, such as an error handler, that was declared after routes to which it was probably meant to apply. Routes of installed
 * packages are not checked.
 */
import { isOfPackage, lineOf } from '../error/place.ts'
import { warn } from '../error/warning.ts'
import { declaredSettingSeenBy, latestSettingOf } from '../tree/inherit.ts'
import type { RouteDeclaration } from '../tree/route-declaration.ts'

const lateNames = [
  ...(['errorHandler', 'schemaErrorFormatter', 'replySerializer', 'childLoggerFactory'] as const),
  ...(['validatorCompiler', 'serializerCompiler'] as const)
]

const needingSchema: ReadonlySet<string> = new Set(['schemaErrorFormatter', 'validatorCompiler', 'serializerCompiler'])

const setterOf = (name: string) => `set${name[0]?.toUpperCase()}${name.slice(1)}`

export function warnOfLateSettings(routes: Iterable<RouteDeclaration>): void {
  const warned = new Set<unknown>()
  for (const { isSibling, methods, moment, node, options, origin, url } of routes) {
    if (isSibling) continue
    for (const name of lateNames) {
      const latest = latestSettingOf(node, name)
      if (latest === undefined || warned.has(latest) || options[name] !== undefined) continue
      if (needingSchema.has(name) && options.schema === undefined) continue
      if (declaredSettingSeenBy(node, name, moment) === latest || isOfPackage(origin.place)) continue
      warned.add(latest)
      warn('ESPWRN004', setterOf(name), lineOf(latest.origin?.place), `${methods.join()} ${url}`, lineOf(origin.place))
    }
  }
}
