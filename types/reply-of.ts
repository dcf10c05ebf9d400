// The reply that a helper needs: any route's that declares at least these answers. It has one signature of its methods for each entry of the map. A reply of
// another map is of another type, however much they share.
import type { Nothing } from './context.ts'
import type { CommonReplyMembers, Sent } from './reply.ts'
import type { MediaTypeOf, PayloadAt, PlainStatus, StatusAt } from './response.ts'

/**
 * A reply by which a helper may give the answers of a response map: `(reply: ReplyOf<{ 404: typeof Problem }>) => reply.code(404).send({ … })`.
 * A route may call the helper where it declares each of them, or declares none at all. `Schemas` are the shared ones that a `$ref` may name.
 */
// Statuses come first, because messages end at the first difference.
export type ReplyOf<Responses extends object, Schemas = Nothing> = Choices<Responses, Schemas, keyof Responses> &
  (PlainStatus extends StatusAt<Responses, keyof Responses>
    ? Sending<PayloadAt<Responses, PlainStatus, never, Schemas, unknown>>
    : unknown) &
  Preparing<ReplyOf<Responses, Schemas>>

/** The members that prepare an answer, whichever it is. */
interface Preparing<Next> extends CommonReplyMembers {
  /** Sets a header; `set-cookie` accumulates. */
  header(name: string, value?: unknown): Next
  /** Sets several headers. */
  headers(values: Record<string, unknown>): Next
  /** Takes a header away. */
  removeHeader(name: string): Next
}

interface Sending<Payload> {
  /** Answers with a payload of the type that the status asks for. */
  readonly send: (payload: Payload) => Sent
}

// Parameters are intersected: what takes any of the keys is each of the signatures.
type Choices<Responses, Schemas, Key extends keyof Responses> = (
  Key extends unknown
    ? (taken: Choosing<Responses, Schemas, StatusAt<Responses, Key>>) => void
    : never
) extends (taken: infer Every) => void
  ? Every
  : never

interface Choosing<Responses, Schemas, Code extends number> {
  /** Sets the status to answer with; one that the response map covers. */
  code(status: Code): Answering<Responses, Schemas, Code, never>
  /** Sets the status to answer with; the same as `code`. */
  status(status: Code): Answering<Responses, Schemas, Code, never>
}

interface Answering<Responses, Schemas, Code extends number, MediaType>
  extends Preparing<Answering<Responses, Schemas, Code, MediaType>>,
    Sending<PayloadAt<Responses, Code, MediaType, Schemas, unknown>> {
  /** Sets the content type; where the status' entry lists media types, one of them. */
  type<const Named extends MediaTypeOf<Responses, Code>>(mediaType: Named): Answering<Responses, Schemas, Code, Named>
}
