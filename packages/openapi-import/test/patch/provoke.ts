/** Sends requests that trigger each documented response. A response that no request triggers is not a response of the application. */
import type { Anything } from '../../../../test/anything.ts'
import type { Wild } from '../../../../test/security/wild.ts'

const statusOf = (key: string): number =>
  key === 'default' ? 300 : Number(key.replace('4XX', '418').replace('5XX', '503').replace('2XX', '202'))

export async function unprovoked(app: Wild, document: Anything): Promise<string[]> {
  const found: string[] = []
  for (const [path, item] of Object.entries<Anything>(document.paths))
    for (const [method, operation] of Object.entries<Anything>(item)) {
      const [type] = Object.keys(operation.requestBody?.content ?? {})
      const sent = type === undefined ? {} : { 'content-type': type }
      const ask = (options: Anything = {}) =>
        app.inject({
          method: method.toUpperCase(),
          url: path.replace(/\{.*?\}/g, '1'),
          ...(type !== undefined && { payload: type === 'application/json' ? '{}' : 'text' }),
          ...options,
          headers: { 'x-answer': '202', ...sent, ...options.headers }
        })
      const where = `${method} ${path}`
      if ((await ask()).statusCode === 404) found.push(where)
      for (const parameter of operation.parameters ?? [])
        if (!(await isParameter(parameter, path, ask))) found.push(`${where} ${parameter.in} ${parameter.name}`)
      for (const type of Object.keys(operation.requestBody?.content ?? {}))
        if (!(await isBody(type, ask))) found.push(`${where} body ${type}`)
      for (const [key, response] of Object.entries<Anything>(operation.responses))
        found.push(...(await ghostsIn(response, key, document, ask)).map((ghost) => `${where} ${key} ${ghost}`))
    }
  return found
}

type Ask = (options?: Anything) => Promise<Anything>

async function isParameter({ in: place, name }: Anything, path: string, ask: Ask): Promise<boolean> {
  const give = (value: string): Anything => {
    if (place === 'header') return { headers: { [name]: value } }
    const url = path.replace(`{${name}}`, value).replace(/\{.*?\}/g, '1')
    return { url: place === 'query' ? `${url}?${name}=${value}` : url }
  }
  return (await ask(give('x'))).statusCode === 400 && (await ask(give('1'))).statusCode !== 400
}

async function isBody(type: string, ask: Ask): Promise<boolean> {
  const isJson = type === 'application/json'
  const payload = (text: string) => ask({ payload: text, headers: { 'content-type': type } })
  const { statusCode } = await payload(isJson ? '{}' : 'text')
  return statusCode !== 400 && statusCode !== 415 && (!isJson || (await payload('[1]')).statusCode === 400)
}

async function ghostsIn({ content }: Anything, key: string, document: Anything, ask: Ask): Promise<string[]> {
  const types = Object.keys(content ?? { '': 0 })
  const ghosts: string[] = []
  for (const type of types) {
    const status = statusOf(key)
    const answer = await ask({ headers: { 'x-answer': type === '*/*' ? `${status}` : `${status} ${type}` } })
    const [essence = ''] = String(answer.headers['content-type'] ?? '').split(';')
    if (answer.statusCode !== status || (essence !== type && type !== '*/*'))
      ghosts.push(`answers ${answer.statusCode} ${essence} for ${type}`)
    else if (type === 'application/json') {
      const { $ref, properties } = content[type].schema
      const target = $ref === undefined ? properties : document.components.schemas[$ref.split('/').at(-1)].properties
      ghosts.push(...Object.keys(target ?? {}).filter((name) => !(name in answer.json())))
    }
  }
  return ghosts
}
