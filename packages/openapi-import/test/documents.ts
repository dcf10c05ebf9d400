type Said = Readonly<Record<string, unknown>>

export const info = { title: 'Books', version: '1.0.0' }

export const documentOf = (paths: Said, rest: Said = {}): Said => ({ openapi: '3.1.1', info, paths, ...rest })

export const withOperation = (operation: Said, rest: Said = {}): Said =>
  documentOf({ '/books': { post: { responses: {}, ...operation } } }, rest)

export const bodyOf = (schema: unknown, rest: Said = {}): Said => ({
  requestBody: { required: true, content: { 'application/json': { schema } }, ...rest }
})

export const answerOf = (schema: unknown): Said => ({
  responses: { 200: { description: 'A book.', content: { 'application/json': { schema } } } }
})

export const queryOf = (schema: unknown, rest: Said = {}): Said => ({
  parameters: [{ name: 'limit', in: 'query', schema, ...rest }]
})
