/** The articles' table, its tags, and who favorites what. */
import { sql } from '@electric-sql/pglite/template'
import { httpError, shared } from 'espalier'
import type { Database } from '../postgres/database.ts'
import { onlyRow } from '../postgres/rows.ts'
import { database } from './database.ts'
import type { Article, ArticleChanges, NewArticle, Summary } from './schemas.ts'
import type { User } from './users.ts'

export interface ArticleFilter {
  tag?: string
  author?: string
  favorited?: string
}

export interface Section {
  offset: number
  limit: number
}

class Articles {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Lists the latest articles first. */
  list({ tag, author, favorited }: ArticleFilter, section: Section, viewer: User | null) {
    const isWanted = sql`
      (${tag}::text is null or ${tag} = any(tags))
      and (${author}::text is null or username = ${author})
      and (${favorited}::text is null or exists (
        select from favorites join users on users.id = user_id
        where article_id = articles.id and users.username = ${favorited}
      ))`
    return this.#read(isWanted, section, viewer)
  }

  /** Lists the latest articles of those whom a user follows. */
  feed(section: Section, reader: User) {
    const isWanted = sql`author_id in (select followed_id from follows where follower_id = ${reader.id})`
    return this.#read(isWanted, section, reader)
  }

  async find(slug: string, viewer: User | null) {
    const { rows } = await this.#db.sql<Article>`
      select ${summary(viewer)}, articles.body from articles join users on users.id = author_id where slug = ${slug}`
    return rows[0] ?? refuseArticle(slug)
  }

  async add({ title, description, body, tagList }: NewArticle, author: User) {
    const inserted = await this.#db.sql<{ slug: string }>`
      insert into articles (author_id, title, description, body, tags)
      values (${author.id}, ${title}, ${description}, ${body}, ${[...new Set(tagList)].sort()})
      returning slug`
    return this.find(onlyRow(inserted).slug, author)
  }

  async update(slug: string, { title, description, body }: ArticleChanges, author: User) {
    const { rows } = await this.#db.sql<{ slug: string }>`
      update articles set
        title = coalesce(${title}, title), description = coalesce(${description}, description),
        body = coalesce(${body}, body), updated_at = now()
      where slug = ${slug} and author_id = ${author.id}
      returning slug`
    if (!rows[0]) return this.#refuseChange(slug)
    return this.find(rows[0].slug, author)
  }

  async remove(slug: string, author: User) {
    const { affectedRows } = await this.#db.sql`delete from articles where slug = ${slug} and author_id = ${author.id}`
    if (affectedRows === 0) return this.#refuseChange(slug)
  }

  async favorite(slug: string, user: User) {
    await this.#db.sql`
      insert into favorites (article_id, user_id) select id, ${user.id} from articles where slug = ${slug}
      on conflict do nothing`
    return this.find(slug, user)
  }

  async unfavorite(slug: string, user: User) {
    await this.#db.sql`
      delete from favorites using articles where article_id = articles.id and slug = ${slug} and user_id = ${user.id}`
    return this.find(slug, user)
  }

  async tags() {
    const { rows } = await this.#db.sql<{ tag: string }>`select distinct unnest(tags) as tag from articles order by tag`
    return rows.map(({ tag }) => tag)
  }

  async #read(isWanted: ReturnType<typeof sql>, { offset, limit }: Section, viewer: User | null) {
    const found = sql`from articles join users on users.id = author_id where ${isWanted}`
    const { rows: articles } = await this.#db.sql<Summary>`
      select ${summary(viewer)} ${found} order by created_at desc, articles.id desc limit ${limit} offset ${offset}`
    const { count } = onlyRow(await this.#db.sql<{ count: number }>`select count(*)::int as count ${found}`)
    return { articles, articlesCount: count }
  }

  async #refuseChange(slug: string): Promise<never> {
    await this.find(slug, null)
    throw httpError(403, 'NOT_YOURS', `the article ${slug} is not yours`)
  }
}

export const articles = shared({
  name: 'articles',
  needs: [database],
  setup: (app) => app.decorate('articles', new Articles(app.db))
})

/** The columns of a summary, where articles are joined with their authors. */
function summary(viewer: User | null) {
  return sql`
    slug, title, description, tags as "tagList", articles.created_at as "createdAt", articles.updated_at as "updatedAt",
    is_favorite(articles, ${viewer?.id}) as favorited, favorites_of(articles) as "favoritesCount",
    profile_of(users, ${viewer?.id}) as author`
}

function refuseArticle(slug: string): never {
  throw httpError(404, 'NO_ARTICLE', `there is no article ${slug}`)
}
