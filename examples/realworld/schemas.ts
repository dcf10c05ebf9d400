/** The vocabulary of Conduit: what requests and answers are made of, and the schemas that every context shares. */
import { type Static, shared, Type, withDefault } from 'espalier'

/** Text that Postgres can hold: all but the null character. */
const Text = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength, pattern: '^[^\\u0000]*$' })

const Username = Text(1, 40)
const Email = Type.String({ format: 'email', maxLength: 254 })
const Password = Text(8, 200)
const Tag = Text(1, 40)
const Time = Type.String({ format: 'date-time' })

/** Keys are Postgres integers. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export const Name = Text(1, 250)

export const Credentials = Type.Object({ email: Text(1, 254), password: Text(1, 200) })

export const NewUser = Type.Object({ username: Username, email: Email, password: Password })

export const UserChanges = Type.Object(
  {
    username: Type.Optional(Username),
    email: Type.Optional(Email),
    password: Type.Optional(Password),
    bio: Type.Optional(Text(0, 2000)),
    image: Type.Optional(Text(0, 2000))
  },
  { minProperties: 1 }
)

export const NewArticle = Type.Object({
  title: Text(1, 200),
  description: Text(1, 1000),
  body: Text(1, 100_000),
  tagList: withDefault(Type.Array(Tag, { maxItems: 20 }), [])
})

export const ArticleChanges = Type.Object(
  {
    title: Type.Optional(NewArticle.properties.title),
    description: Type.Optional(NewArticle.properties.description),
    body: Type.Optional(NewArticle.properties.body)
  },
  { minProperties: 1 }
)

export const NewComment = Type.Object({ body: Text(1, 10_000) })

const Account = Type.Object(
  {
    email: Type.String(),
    token: Type.String(),
    username: Type.String(),
    bio: Type.String(),
    image: Type.String()
  },
  { $id: 'account' }
)

const Profile = Type.Object(
  { username: Type.String(), bio: Type.String(), image: Type.String(), following: Type.Boolean() },
  { $id: 'profile' }
)

/** An article as lists show it: without its text. */
const Summary = Type.Object(
  {
    slug: Type.String(),
    title: Type.String(),
    description: Type.String(),
    tagList: Type.Array(Type.String()),
    createdAt: Time,
    updatedAt: Time,
    favorited: Type.Boolean(),
    favoritesCount: Type.Integer(),
    author: Profile
  },
  { $id: 'summary' }
)

const Article = Type.Object({ ...Summary.properties, body: Type.String() }, { $id: 'article' })

const Comment = Type.Object(
  { id: Id, createdAt: Time, updatedAt: Time, body: Type.String(), author: Profile },
  { $id: 'comment' }
)

/** The body of every answer from 400 on: sentences for people. */
const Problem = Type.Object({ errors: Type.Object({ body: Type.Array(Type.String()) }) }, { $id: 'problem' })

export type Credentials = Static<typeof Credentials>
export type NewUser = Static<typeof NewUser>
export type UserChanges = Static<typeof UserChanges>
export type NewArticle = Static<typeof NewArticle>
export type ArticleChanges = Static<typeof ArticleChanges>
export type Profile = Static<typeof Profile>
export type Summary = Static<typeof Summary>
export type Article = Static<typeof Article>
export type Comment = Static<typeof Comment>
export type Problem = Static<typeof Problem>

export const schemas = shared({
  name: 'schemas',
  setup: (app) =>
    app
      .addSchema(Account)
      .addSchema(Profile)
      .addSchema(Summary)
      .addSchema(Article)
      .addSchema(Comment)
      .addSchema(Problem)
})
