/** A `fetch` that keeps what the proxy says against a document: of answers, and of requests that were meant to be in order. */
interface Violation {
  readonly location: readonly string[]
  readonly message: string
}

const found: string[] = []
let requests = 0

async function ask(input: RequestInfo | URL, init: RequestInit | undefined, isWrong: boolean): Promise<Response> {
  const answer = await fetch(input, init)
  requests++
  const said: Violation[] = JSON.parse(answer.headers.get('sl-violations') ?? '[]')
  const target = input instanceof Request ? `${input.method} ${input.url}` : `${init?.method ?? 'GET'} ${input}`
  for (const { location, message } of said)
    if (!isWrong || location[0] === 'response')
      found.push(`${target} ${answer.status}: ${location.join('.')} ${message}`)
  return answer
}

export const checkedFetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => ask(input, init, false)

/** Sends a request that the document forbids; its answer has to be allowed all the same. */
export const askWrongly = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => ask(input, init, true)
export function expect(found: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
}

/** Tells the script how it went. */
export function finish(): void {
  console.log(JSON.stringify({ requests, violations: found }))
}
