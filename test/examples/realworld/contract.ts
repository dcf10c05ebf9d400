// Checks every response of an app by the OpenAPI document of the RealWorld project.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { AppOf } from 'espalier'
import { parse } from 'yaml'

interface Reference {
  $ref: string
}
interface Answer {
  content?: { 'application/json'?: { schema: object } }
}
interface Operation {
  responses: Record<string, Reference>
  requestBody?: object
  security?: object[]
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Answer> }
}

const text = readFileSync(new URL('../../../../examples/realworld/openapi.yml', import.meta.url), 'utf8')
const document: OpenApi = parse(text)
const validator = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(validator)
validator.addSchema(document, 'openapi')

/** Responses with a status that is not in the document must match its generic error. */
const genericError = '#/components/responses/GenericError'

/** Every operation of the document as `GET /api/articles/:slug`, with its success status, and whether it needs a token and a body. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { requestBody, responses, security }]) => ({
    name: `${method.toUpperCase()} /api${path.replace(/\{(\w+)\}/g, ':$1')}`,
    responses,
    success: Number(Object.keys(responses).find((status) => status.startsWith('2'))),
    isProtected: security !== undefined,
    takesBody: requestBody !== undefined
  }))
)

export interface Contract {
  /** The violations of the responses so far. */
  readonly violations: readonly string[]
  /** The responses so far, as `GET /api/tags 200`. */
  readonly seen: ReadonlySet<string>
}

/** Checks every response of an app that has not started. */
export function judge(app: AppOf): Contract {
  const violations: string[] = []
  const seen = new Set<string>()
  app.addHook('onSend', async ({ method, routeOptions }, { statusCode }, payload) => {
    const name = `${method} ${routeOptions.url}`
    seen.add(`${name} ${statusCode}`)
    const responses = operations.find((operation) => operation.name === name)?.responses ?? {}
    const reference = responses[statusCode]?.$ref ?? genericError
    for (const violation of violationsOf(reference, payload)) violations.push(`${name} ${statusCode}: ${violation}`)
  })
  return { violations, seen }
}

function violationsOf(reference: string, payload: unknown): string[] {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  const content = document.components.responses[name]?.content
  if (content === undefined) return [`the document has no ${reference}`]
  if (content['application/json'] === undefined) return []
  if (typeof payload !== 'string') return ['the body is no text']
  const validate = validator.compile({ $ref: `openapi${reference}/content/application~1json/schema` })
  if (validate(JSON.parse(payload))) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message} in ${payload}`)
}
