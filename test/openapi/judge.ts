/** Validates responses of an application against its document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openapi } from '../../src/openapi/index.ts'
import { templatesOf, writeTemplate } from '../../src/openapi/path.ts'
import type { Anything } from '../security/wild.ts'
import { info } from './describing.ts'

interface Answer {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly type: string | undefined
  readonly payload: unknown
}

export interface Judge {
  violations(): string[]
  count(): number
}

/** @param document generates the document of the app */
export function judgeAnswers(app: Anything, document: () => unknown = () => openapi(app, { info })): Judge {
  const answers: Answer[] = []
  app.addHook(
    'onSend',
    async ({ method, routeOptions: { url, schema } }: Anything, reply: Anything, payload: unknown) => {
      if (url === undefined || schema?.hide || method === 'HEAD') return
      answers.push({ method, url, status: reply.statusCode, type: reply.getHeader('content-type'), payload })
    }
  )
  return {
    count: () => answers.length,
    violations: () => {
      const written: Anything = JSON.parse(JSON.stringify(document()))
      const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
      ajv.addSchema(written, 'document')
      return answers.flatMap((answer) => violationsOf(answer, written, ajv))
    }
  }
}

function violationsOf({ method, url, status, type, payload }: Answer, document: Anything, ajv: Anything): string[] {
  const where = `${method} ${url} ${status}`
  // Paths that differ only in the names of parameters share the names of one of them.
  const anonymous = templatesOf(url).map((template) => nameless(writeTemplate(template)))
  const path = Object.keys(document.paths).find(
    (each) => anonymous.includes(nameless(each)) && document.paths[each][method.toLowerCase()]
  )
  if (path === undefined) return [`${where}: there is no such operation`]
  const { responses } = document.paths[path][method.toLowerCase()]
  const key = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((each) => responses[each])
  if (key === undefined) return [`${where}: there is no such answer`]
  const { content } = responses[key]
  if (type === undefined)
    return payload === undefined || payload === null || payload === '' ? [] : [`${where}: there is no type`]
  const [essence = ''] = type.split(';')
  if (content?.['*/*'] || content === undefined) return []
  if (content[essence] === undefined) return [`${where}: there is no ${essence}`]
  if (!essence.endsWith('json') || typeof payload !== 'string') return []
  const pointer = ['paths', path, method.toLowerCase(), 'responses', key, 'content', essence, 'schema']
    .map(toStep)
    .join('/')
  const validate: ValidateFunction = ajv.compile({ $ref: `document#/${pointer}` })
  if (validate(JSON.parse(payload))) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${where}: ${instancePath} ${message} in ${payload}`
  )
}

const nameless = (path: string) => path.replace(/\{.*?\}/g, '{}')

const toStep = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
