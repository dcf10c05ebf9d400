import { espalier } from 'espalier'
import type { ServedApp } from '../../src/dev/running-app.ts'

export async function appThat(declare: (app: ReturnType<typeof espalier>) => unknown): Promise<ServedApp> {
  const app = espalier()
  declare(app)
  await app.ready()
  return app as unknown as ServedApp
}
