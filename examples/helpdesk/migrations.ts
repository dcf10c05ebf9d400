/** The database's tables, as the steps that lead to them. A step that has been released is never edited; the next one is added. */
export const migrations = [
  `create table accounts (
     id int generated always as identity primary key,
     name text not null unique,
     password text not null
   );
   create table orgs (
     id int generated always as identity primary key,
     slug text not null unique,
     title text not null
   );
   create table members (
     org_id int not null references orgs on delete cascade,
     account_id int not null references accounts on delete cascade,
     role text not null,
     primary key (org_id, account_id)
   );
   create table tickets (
     id int generated always as identity primary key,
     org_id int not null references orgs on delete cascade,
     customer_id int not null references accounts on delete cascade,
     title text not null,
     text text not null,
     status text not null default 'open',
     created_at timestamptz not null default now(),
     words tsvector not null generated always as (to_tsvector('english', title || ' ' || text)) stored
   );
   create index tickets_of_org on tickets (org_id);
   create index tickets_with_words on tickets using gin (words);
   create table comments (
     id int generated always as identity primary key,
     ticket_id int not null references tickets on delete cascade,
     author_id int not null references accounts on delete cascade,
     text text not null,
     created_at timestamptz not null default now()
   );
   create table attachments (
     id uuid primary key,
     ticket_id int not null references tickets on delete cascade,
     name text not null,
     bytes int not null
   );`,
  `alter table orgs add last_news int not null default 0;
   create table news (
     org_id int not null references orgs on delete cascade,
     id int not null,
     what text not null,
     ticket_id int not null references tickets on delete cascade,
     primary key (org_id, id)
   );`,
  // The news are in the log of the hub, which makes its own tables.
  `drop table news;
   alter table orgs drop last_news;`,
  // `createTable` of the store of keys. Processes that start at once would wait for each other longer than the pool does.
  `create table if not exists idempotency_keys (
     id text primary key,
     fingerprint text not null,
     status int not null,
     headers jsonb not null,
     body bytea not null,
     expires timestamptz not null
   );
   create index if not exists idempotency_keys_expires on idempotency_keys (expires);`
]
