import { mkdir } from 'node:fs/promises'
import { httpError, shared } from 'espalier'
import { type Parser, ReadForm } from './read-form.ts'
import { fileSchema, rulesOf, withFileSchemas } from './rule.ts'

export interface UploadsOptions {
  /** The folder for files until their request ends, created if missing. A handler can `rename` a file only within its file system. */
  readonly folder: string
  /** In bytes: the limit for a form without the content of its files. Default: 1,000,000. */
  readonly maxTextBytes?: number
}

/**
 * A plugin that parses forms with files, for routes with `schema: form({ title: Type.String(), cover: file({ maxBytes: 1_000_000 }) })`.
 *
 * @throws Error at boot when `@fastify/busboy` is not installed; TypeError at boot when a `file()` is not a field of a body
 * @example app.register(uploads, { folder: 'data/incoming' })
 */
export const uploads = shared({
  name: 'uploads',
  setup: async (app, { folder, maxTextBytes = 1_000_000 }: UploadsOptions) => {
    const Parser = await loadParser()
    await mkdir(folder, { recursive: true })
    const forms = new WeakMap<object, ReadForm>()
    const removals = new Set<Promise<void>>()

    app.addContentTypeParser('multipart/form-data', async (request, payload) => {
      const rules = rulesOf(request.routeOptions.schema)
      if (rules === undefined) throw httpError(415, 'FORM_UNEXPECTED', 'This route takes no form with files.')
      const form = new ReadForm({ Parser, rules, folder, maxTextBytes })
      await form.read(payload, request.headers)
      // If the client has disconnected meanwhile, the hook that removes the files may have run before the files were complete.
      if (request.signal.aborted) await form.remove()
      request.signal.throwIfAborted()
      forms.set(request, form)
      return form.values()
    })

    if (app.getSchema(fileSchema.$id) === undefined) app.addSchema(fileSchema)
    app.addHook('onRoute', (route) => {
      if (route.schema === undefined || rulesOf(route.schema) === undefined) return
      route.schema = withFileSchemas(route.schema)
      route.preHandler = [fill, ...[route.preHandler ?? []].flat()]
      route.onResponse = [...[route.onResponse ?? []].flat(), remove]
    })

    async function fill(request: { body: unknown }) {
      const form = forms.get(request)
      if (form === undefined) throw httpError(415, 'FORM_EXPECTED', 'Send a form: multipart/form-data.')
      form.fill(Object(request.body))
    }

    function remove(request: object) {
      const removed = forms.get(request)?.remove() ?? Promise.resolve()
      removals.add(removed)
      return removed.finally(() => removals.delete(removed))
    }
    app.addHook('onClose', () => Promise.all(removals))
  }
})

/** All apps share the imported parser. On Node 20, each `import()` under `espalier dev` leaks a message port. */
let parser: Parser | undefined

async function loadParser(): Promise<Parser> {
  try {
    parser ??= (await import('@fastify/busboy')).Busboy as Parser
    return parser
  } catch (cause) {
    throw new Error('uploads reads forms by the package @fastify/busboy. Install it: npm install @fastify/busboy', {
      cause
    })
  }
}
