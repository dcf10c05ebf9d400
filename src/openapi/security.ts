/** Uses the `security` of the route. If the route has none, combines the requirements of all its guards. */
import { isDeepStrictEqual } from 'node:util'
import { checkArgument } from '../error/argument.ts'
import type { HookDescription } from '../tree/hook-description.ts'

export type Requirement = Readonly<Record<string, readonly string[]>>
type Schemes = Map<string, object>

export function describeSecurity(own: unknown, guards: readonly HookDescription[]): readonly Requirement[] | undefined {
  if (Array.isArray(own)) return own
  const asked = guards.map(requirementsOf).filter((requirements) => requirements.length > 0)
  if (asked.length === 0) return undefined
  const all = asked.reduce((before, requirements) => before.flatMap((one) => requirements.map((two) => both(one, two))))
  return all.filter((one, index) => all.findIndex((other) => isDeepStrictEqual(one, other)) === index)
}

function requirementsOf({ schemes = {}, security }: HookDescription): readonly Requirement[] {
  const names = Object.keys(schemes)
  return security ?? (names.length === 0 ? [] : [Object.fromEntries(names.map((name) => [name, []]))])
}

function both(one: Requirement, two: Requirement): Requirement {
  const joined: Record<string, readonly string[]> = { ...one }
  for (const [name, scopes] of Object.entries(two)) joined[name] = [...new Set([...(joined[name] ?? []), ...scopes])]
  return joined
}

/**
 * Collects the security schemes by name. A scheme of the application replaces a guard's scheme.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when two guards have different schemes with the same name
 */
export function collectSchemes(given: Readonly<Record<string, object>>, guards: readonly HookDescription[]): Schemes {
  const schemes: Schemes = new Map(Object.entries(given))
  for (const [name, scheme] of guards.flatMap(({ schemes: own = {} }) => Object.entries(own))) {
    const known = schemes.get(name)
    const isRight = known === undefined || Object.hasOwn(given, name) || isDeepStrictEqual(known, scheme)
    checkArgument(isRight, `The security scheme '${name}'`, 'one scheme wherever a guard names it', [known, scheme])
    if (known === undefined) schemes.set(name, scheme)
  }
  return schemes
}

/** @throws ESP_ERR_ARGUMENT_INVALID when a requirement names an unknown scheme */
export function checkNames(requirements: readonly Requirement[], schemes: Schemes, operation: string): void {
  for (const name of requirements.flatMap(Object.keys))
    checkArgument(
      schemes.has(name),
      "The option 'securitySchemes' of openapi()",
      `security schemes by name, with '${name}', which the security of ${operation} names`,
      [...schemes.keys()]
    )
}
