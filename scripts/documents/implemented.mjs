// A written module as an application: every endpoint is implemented, and the application returns its document.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'

/** Starts an application of the endpoints in a module, and resolves to their number, its document, and the patch in the module. */
export async function implementedDocument(module) {
  const { espalier } = await import('espalier')
  const { openapi } = await import('espalier/openapi')
  const { mergePatch } = await import('@espalier/openapi-import/patch')
  const { code } = await transform(readFileSync(module, 'utf8'), { loader: 'ts' })
  writeFileSync(`${module}.mjs`, code)
  const { document: options, documentPatch = {}, ...exported } = await import(pathToFileURL(`${module}.mjs`).href)
  const app = espalier({ logger: false, exposeHeadRoutes: false })
  app.setErrorHandler(() => undefined)
  const endpoints = Object.values(exported).filter(isEndpoint)
  for (const endpoint of endpoints) app.route(endpoint, () => undefined)
  await app.ready()
  const document = openapi(app, { ...options, patch: mergePatch(documentPatch) })
  await app.close()
  return { count: endpoints.length, document, patch: documentPatch }
}

const isEndpoint = (value) =>
  typeof value.method === 'string' && value.schema !== undefined && typeof value.path === 'string' && !('type' in value)
