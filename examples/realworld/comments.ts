/** The comments' table. */
import { sql } from '@electric-sql/pglite/template'
import { httpError, shared } from 'espalier'
import type { Database } from '../postgres/database.ts'
import { database } from './database.ts'
import type { Comment } from './schemas.ts'
import type { User } from './users.ts'

class Comments {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Lists the comments of an article, the latest first; the article is there. */
  async list(slug: string, viewer: User | null) {
    const { rows } = await this.#read(sql`slug = ${slug}`, viewer)
    return rows
  }

  async add(slug: string, body: string, author: User) {
    const inserted = await this.#db.sql<{ id: number }>`
      insert into comments (article_id, author_id, body) select id, ${author.id}, ${body} from articles where slug = ${slug}
      returning id`
    const { rows } = await this.#read(sql`comments.id = ${inserted.rows[0]?.id}`, author)
    return rows[0] ?? refuse(404, 'NO_ARTICLE', `there is no article ${slug}`)
  }

  async remove(slug: string, id: number, author: User) {
    const { rows } = await this.#db.sql<{ authorId: number }>`
      select comments.author_id as "authorId" from comments join articles on articles.id = article_id
      where comments.id = ${id} and slug = ${slug}`
    if (!rows[0]) refuse(404, 'NO_COMMENT', `the article ${slug} has no comment ${id}`)
    if (rows[0].authorId !== author.id) refuse(403, 'NOT_YOURS', `the comment ${id} is not yours`)
    await this.#db.sql`delete from comments where id = ${id}`
  }

  #read(isWanted: ReturnType<typeof sql>, viewer: User | null) {
    return this.#db.sql<Comment>`
      select comments.id, comments.created_at as "createdAt", comments.updated_at as "updatedAt", comments.body,
             profile_of(users, ${viewer?.id}) as author
      from comments join users on users.id = author_id join articles on articles.id = article_id
      where ${isWanted} order by comments.id desc`
  }
}

export const comments = shared({
  name: 'comments',
  needs: [database],
  setup: (app) => app.decorate('comments', new Comments(app.db))
})

function refuse(statusCode: 403 | 404, code: string, message: string): never {
  throw httpError(statusCode, code, message)
}
