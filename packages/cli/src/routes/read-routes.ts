import { readFile } from 'node:fs/promises'
import { UsageError } from '@espalier/command-kit'
import type { ExplainedApp, ExplainedRoute } from 'espalier'

/** @throws UsageError when a file is not the output of `espalier routes --json` */
export async function readRoutes(file: string): Promise<readonly ExplainedRoute[]> {
  const earlier = parse(await readText(file)) as Partial<ExplainedApp> | null | undefined
  if (!(Array.isArray(earlier?.routes) && earlier.routes.every(isRoute)))
    throw new UsageError(`${file} has no routes. Write one with 'espalier routes <application> --json > ${file}'.`)
  return earlier.routes
}

export const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.code}.`)
  })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRoute(value: unknown): boolean {
  const { methods, url, constraints, steps, contexts, security } = Object(value) as Record<string, unknown>
  const lists = [methods, steps, contexts, security].every(Array.isArray)
  return lists && typeof url === 'string' && typeof constraints === 'object' && constraints !== null
}
