import type { CallOptions, ClientOptions, CreateClient } from '../../types/client.ts'
import type { AnyEndpoint } from '../../types/endpoint.ts'
import { type Target, targetKey } from '../contract/target.ts'
import { type CallableEndpoint, call } from './call.ts'
import { unexpected } from './fault.ts'
import type { RequestParts } from './outgoing.ts'

export type {
  Call,
  CallInput,
  CallOptions,
  CallWithInput,
  Client,
  ClientAnswer,
  ClientOptions,
  CreateClient,
  PendingCall,
  ReceivedAnswer
} from '../../types/client.ts'
export type { UndeclaredPart } from '../../types/endpoint.ts'
export { readEvents } from '../contract/event-reader.ts'
export { fillExactly } from '../contract/exact-fill.ts'
export { fillPath } from '../contract/fill.ts'
export { revive } from '../contract/revive.ts'
export { withKey } from '../contract/with-key.ts'
export { AnswerError, type FaultCode } from './fault.ts'

type ClientMember = (AnyEndpoint & { readonly [targetKey]: Target }) | Target | Targets
type Targets = { readonly [name: string]: ClientMember }

function toCall(callable: CallableEndpoint) {
  return (input?: RequestParts & CallOptions) => {
    const answer = call(callable, input)
    return Object.assign(answer, {
      async expect(status: number): Promise<unknown> {
        const got = await answer
        if (got.status === status) return got.body
        throw unexpected(callable.target.name, got, status)
      }
    })
  }
}

/** Creates each function when it is first read. A module of endpoints may contain itself, so creating all at once might never end. */
function toClient(targets: Targets, options: ClientOptions, root: object = targets): object {
  const client = {}
  for (const [name, given] of Object.entries(targets)) {
    let made: unknown
    const make = () => {
      if (given !== Object(given)) return
      const target = targetKey in given ? given[targetKey] : given
      return Array.isArray(target.parts)
        ? toCall({ endpoint: given, target: target as Target, options, root })
        : toClient(target as Targets, options, root)
    }
    Object.defineProperty(client, name, { get: () => (made ??= make()), enumerable: true, configurable: true })
  }
  return client
}

/**
 * Makes a function for each endpoint, in the same groups.
 *
 * @throws TypeError when `baseUrl` is not a URL
 * @example
 * const getBook = endpoint('GET /books/:id', { response: { 200: Type.String() } })
 * const fetch = async (url) => Response.json(url)
 * const api = createClient({ getBook }, { baseUrl: 'https://books.example', fetch })
 * const { body } = await api.getBook({ params: { id: '7' } }) // 'https://books.example/books/7'
 */
export const createClient: CreateClient = ((targets: Targets, given?: ClientOptions) => {
  const options = { baseUrl: '', ...given }
  if (!/^(https?:\/\/[^/?#\s]+)?(\/(?![/\\])[^?#\s]*)?$/i.test(options.baseUrl))
    throw new TypeError(`baseUrl is no address: ${options.baseUrl}`)
  return toClient(targets, options)
}) as unknown as CreateClient
