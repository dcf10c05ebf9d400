/** The vocabulary of the help desk: what requests and answers are made of. Those with a `$id` travel with what refers to them. */
import { type Static, Type } from 'espalier/contract'

/** Text that Postgres can hold: all but the null character. */
export const Text = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000]*$' })

/** Keys are Postgres integers. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const Slug = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' })
export const Name = Text(1, 40)

export const Role = Type.Enum(['agent', 'customer'])
export const Status = Type.Enum(['open', 'waiting', 'closed'])
const Time = Type.String({ format: 'date-time' })

export const Credentials = Type.Object({ name: Name, password: Text(8, 200) })
export const NewOrg = Type.Object({ slug: Slug, title: Text(1, 100) })
export const NewTicket = Type.Object({ title: Text(1, 200), text: Text(1, 10_000) })

export const Membership = Type.Object({ ...NewOrg.properties, role: Role }, { $id: 'membership' })
const Comment = Type.Object({ author: Name, text: Type.String(), createdAt: Time }, { $id: 'comment' })
export const Attachment = Type.Object(
  { id: Type.String({ format: 'uuid' }), name: Type.String(), bytes: Type.Integer() },
  { $id: 'attachment' }
)

/** A ticket as lists show it. */
export const Summary = Type.Object(
  { id: Id, title: Type.String(), status: Status, customer: Name, createdAt: Time },
  { $id: 'summary' }
)
const ticket = Type.Object(
  {
    ...Summary.properties,
    text: Type.String(),
    comments: Type.Array(Comment),
    attachments: Type.Array(Attachment)
  },
  { $id: 'ticket' }
)
export interface Ticket extends Static<typeof ticket> {}
export const Ticket = Type.Unsafe<Ticket>(ticket)

/** What happened to a ticket. */
export const News = Type.Object(
  { what: Type.Enum(['opened', 'commented', 'open', 'waiting', 'closed']), ticket: Id },
  { $id: 'news' }
)

/** The body of every answer from 400 on, as the framework writes it. */
const problem = Type.Object(
  { statusCode: Type.Integer(), code: Type.Optional(Type.String()), error: Type.String(), message: Type.String() },
  { $id: 'problem' }
)
export interface Problem extends Static<typeof problem> {}
export const Problem = Type.Unsafe<Problem>(problem)

export type Role = Static<typeof Role>
export type Status = Static<typeof Status>
export type Credentials = Static<typeof Credentials>
export type NewOrg = Static<typeof NewOrg>
export type NewTicket = Static<typeof NewTicket>
export type Membership = Static<typeof Membership>
export type Comment = Static<typeof Comment>
export type Attachment = Static<typeof Attachment>
export type Summary = Static<typeof Summary>
export type News = Static<typeof News>
