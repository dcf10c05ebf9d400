// A `$ curl …` line of a document and the answer printed below it.
import { type IncomingMessage, request } from 'node:http'

export interface Question {
  readonly command: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** True when the answer shows the status line and headers (`-i`). */
  readonly showsHead: boolean
  readonly answer: string
}

/** The curl commands of a shell session, each with its answer. Other commands are for the reader only. */
export function findQuestions(session: string): Question[] {
  const parts = session.replaceAll(/\\\n\s*/g, ' ').split(/^\$ /m)
  return parts.filter((part) => part.startsWith('curl ')).map(toQuestion)
}

function toQuestion(part: string): Question {
  const end = part.indexOf('\n')
  const command = end < 0 ? part : part.slice(0, end)
  const question = {
    command,
    method: '',
    path: '',
    body: '',
    showsHead: false,
    answer: part.slice(command.length).trim()
  }
  const headers: Record<string, string> = {}
  const words = toWords(command).slice(1)
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-i' || word === '-si') question.showsHead = true
    else if (word === '-X') question.method = words.shift() ?? ''
    else if (word === '-H') Object.assign(headers, toHeader(words.shift() ?? ''))
    else if (word === '-d') question.body = words.shift() ?? ''
    else if (word.startsWith('-') && word !== '-s') throw new Error(`${command}: the tests do not know ${word}`)
    else question.path = word.replace(/^(https?:\/\/)?[^/]*/, '') || '/'
  }
  question.method ||= question.body ? 'POST' : 'GET'
  if (question.body) headers['content-type'] ??= 'application/x-www-form-urlencoded'
  return { ...question, headers }
}

/** Splits a command as a shell does; quotes hold words together. */
function toWords(command: string): string[] {
  const words = command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
  return words.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double))
}

function toHeader(text: string): Record<string, string> {
  const [name = '', ...value] = text.split(':')
  return { [name.toLowerCase()]: value.join(':').trim() }
}

/** Asks a program on this machine; resolves to its whole answer, as curl shows it with `-i`. */
export async function ask(question: Question, port: number): Promise<string> {
  const { method, path, headers, body } = question
  const response = await new Promise<IncomingMessage>((done, fail) => {
    request({ port, host: '127.0.0.1', method, path, headers, agent: false }, done).on('error', fail).end(body)
  })
  response.setEncoding('utf8')
  let text = ''
  for await (const chunk of response) text += chunk
  const fields = response.rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? `${name}: ${response.rawHeaders[at + 1]}` : []
  )
  return [`HTTP/1.1 ${response.statusCode} ${response.statusMessage}`, ...fields, '', text].join('\n')
}

/** True when the program's answer is what the document shows; a document may leave out header fields. */
export function isAnswered({ showsHead, answer }: Question, actual: string): boolean {
  const [head = '', body = ''] = splitHead(actual)
  if (!showsHead) return isShown(answer, body)
  const [shownHead = '', shownBody = ''] = splitHead(answer)
  const fields = toFields(head)
  return toFields(shownHead).every((shown) => fields.some((field) => isShown(shown, field))) && isShown(shownBody, body)
}

/** The lines of a message's head; names of fields are read in any case. */
function toFields(head: string): string[] {
  return head.split('\n').map((line) => line.replace(/^[^:\s]+:/, (name) => name.toLowerCase()))
}

function splitHead(message: string): [string, string] {
  const [head = '', ...body] = message.split('\n\n')
  return [head, body.join('\n\n')]
}

/** Compares what a document shows with what there is: `…` stands for any text, and JSON may be laid out for reading. */
export function isShown(shown: string, actual: string): boolean {
  const literal = (part: string) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = compact(shown).split('…').map(literal).join('[^]*?')
  return new RegExp(`^${pattern}$`).test(compact(actual))
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text.trim()
  }
}
