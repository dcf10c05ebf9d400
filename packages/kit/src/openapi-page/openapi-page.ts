/**
 * Serves the OpenAPI document of an app as a page: Swagger UI, from the package `swagger-ui-dist`. Published as `@espalier/kit/openapi-page`.
 *
 * The links of the page are relative, so that they work under any prefix of a context or a proxy.
 */
import { plugin } from 'espalier'
import { type OpenApiOptions, openapi } from 'espalier/openapi'
import { type PageFile, pageHtml, policyFor, readUiFiles, toFile } from './page-file.ts'

export interface OpenApiPageOptions {
  /** The options of `openapi(app, options)`. Default of `servers`: the root of the app, as a relative URL. */
  readonly document: OpenApiOptions
}

/**
 * Serves Swagger UI at the prefix of the plugin, and the OpenAPI document beside it as `openapi.json`. The document omits both routes.
 *
 * @throws Error at boot when `swagger-ui-dist` is not installed; ESP_ERR_ARGUMENT_INVALID when an option of the document is invalid
 * @example app.register(openapiPage, { prefix: '/docs', document: { info: { title: 'Books', version: '1.0.0' } } })
 */
export const openapiPage = plugin({
  name: 'openapi-page',
  setup: async (app, { document }: OpenApiPageOptions) => {
    const { servers = [{ url: rootSeenFrom(app.prefix) }] } = { ...document }
    const policy = policyFor(servers)
    const serve = (name: string, fileOf: () => PageFile) =>
      app.get(`/${name}`, { schema: { hide: true } }, ({ url, headers }, reply) => {
        const [path = ''] = url.split('?', 1)
        // The relative links of the page need a final slash in its URL. A relative redirect works behind a proxy, and cannot lead to another host.
        if (name === '' && !path.endsWith('/')) return reply.redirect(`./${path.slice(path.lastIndexOf('/') + 1)}/`)
        const { type, body, tag } = fileOf()
        reply.header('etag', tag).header('cache-control', 'no-cache').header('content-security-policy', policy)
        return matches(headers['if-none-match'], tag) ? reply.code(304).send() : reply.type(type).send(body)
      })

    for (const [name, file] of await readUiFiles()) serve(name, () => file)
    let page!: PageFile
    let described!: PageFile
    app.addHook('onReady', async () => {
      const content = openapi(app, { ...document, servers })
      page = toFile('text/html', pageHtml(content.info.title))
      described = toFile('application/json', JSON.stringify(content))
    })
    serve('', () => page)
    serve('openapi.json', () => described)
  }
})

/** Returns the root of the app as a URL relative to `openapi.json`: `..` for the prefix `/docs`. */
const rootSeenFrom = (prefix: string) => {
  const depth = prefix.split('/').filter(Boolean).length
  return depth === 0 ? '.' : Array(depth).fill('..').join('/')
}

/** The prefix `W/` is ignored, because a proxy that compresses adds it (RFC 9110 §13.1.2). */
const matches = (condition = '', tag: string) =>
  condition.split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')))
