/** The operations of the help desk, each as a value: what implements one and what calls one are checked against it. */
import { file, form } from '@espalier/kit/form'
import { idempotencyKey } from '@espalier/kit/idempotency-key'
import { endpoints, events, Type, withDefault } from 'espalier/contract'
import {
  Attachment,
  Credentials,
  Id,
  Membership,
  Name,
  NewOrg,
  News,
  NewTicket,
  Problem,
  Role,
  Slug,
  Status,
  Summary,
  Text,
  Ticket
} from './schemas.ts'

const response = { '4xx': Type.Ref(Problem), '5xx': Type.Ref(Problem) }
const nothing = { 204: Type.Null() }
const ticket = { params: { id: Id }, response: { 200: Type.Ref(Ticket) } }

/** For everybody. */
export const doors = endpoints(
  '/api',
  { tags: ['accounts'], response },
  {
    signUp: ['POST /accounts', { body: Credentials, response: { 201: { name: Name } } }],
    logIn: ['POST /session', { body: Credentials, response: { 201: { token: Type.String() } } }],
    logOut: ['DELETE /session', { response: nothing }]
  }
)

/** For those who have logged in. */
export const accounts = endpoints(
  '/api',
  { tags: ['accounts'], response },
  {
    whoAmI: ['GET /me', { response: { 200: { name: Name, orgs: Type.Array(Type.Ref(Membership)) } } }],
    found: ['POST /orgs', { headers: idempotencyKey, body: NewOrg, response: { 201: Type.Ref(Membership) } }]
  }
)

/** For members of an organization. */
export const members = endpoints(
  '/api/orgs/:org',
  { params: { org: Slug }, tags: ['members'], response },
  {
    appoint: ['PUT /members/:name', { params: { name: Name }, body: { role: Role }, response: nothing }]
  }
)

export const tickets = endpoints(
  '/api/orgs/:org/tickets',
  { params: { org: Slug }, tags: ['tickets'], response },
  {
    list: [
      'GET /',
      {
        querystring: {
          status: Type.Optional(Status),
          search: Type.Optional(Text(1, 200)),
          sort: withDefault(Type.Enum(['newest', 'oldest', 'title']), 'newest'),
          page: withDefault(Type.Integer({ minimum: 1, maximum: 1_000_000 }), 1),
          size: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 20)
        },
        response: { 200: { items: Type.Array(Type.Ref(Summary)), total: Type.Integer() } }
      }
    ],
    open: ['POST /', { headers: idempotencyKey, body: NewTicket, response: { 201: Type.Ref(Ticket) } }],
    read: ['GET /:id', ticket],
    mark: ['PUT /:id/status', { ...ticket, body: { status: Status } }],
    comment: [
      'POST /:id/comments',
      {
        params: { id: Id },
        headers: idempotencyKey,
        body: { text: Text(1, 10_000) },
        response: { 201: Type.Ref(Ticket) }
      }
    ],
    attach: [
      'POST /:id/attachments',
      {
        params: { id: Id },
        headers: idempotencyKey,
        ...form({ file: file({ maxBytes: 5_000_000 }) }),
        response: { 201: Type.Ref(Attachment) }
      }
    ],
    download: [
      'GET /:id/attachments/:file',
      {
        params: { id: Id, file: Type.String({ format: 'uuid' }) },
        response: { 200: { content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } } } }
      }
    ]
  }
)

/** Readers are sent `reset` where the news no longer reach back to them: they load anew what they show. */
export const newsStream = events({ news: Type.Ref(News), reset: Type.Null() })

export const live = endpoints(
  '/api/orgs/:org',
  { params: { org: Slug }, response },
  {
    /** The news behind an id; those to come where neither `after` nor the reader names one. */
    watch: ['GET /events', { querystring: { after: Type.Optional(Text(1, 100)) }, response: { 200: newsStream } }]
  }
)
