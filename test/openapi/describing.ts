import { openapi } from '../../src/openapi/index.ts'
import type { OpenApiOptions } from '../../types/openapi.ts'
import { type Anything, createApp, type Options } from '../security/wild.ts'

export const info = { title: 'Test', version: '1.0.0' }

export async function documentOf(
  declare: (app: Anything) => unknown,
  options: Partial<OpenApiOptions> = {},
  appOptions: Options = {}
): Promise<Anything> {
  const { app } = createApp(appOptions)
  await declare(app)
  await app.ready()
  return openapi(app, { info, ...options })
}

export async function operationOf(declare: (app: Anything) => unknown, options: Partial<OpenApiOptions> = {}) {
  const { paths } = await documentOf(declare, options)
  const [[, item]] = Object.entries(paths) as [[string, Anything]]
  return Object.values(item)[0] as Anything
}
