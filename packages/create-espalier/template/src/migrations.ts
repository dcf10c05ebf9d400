// with database
/** The tables, as the steps that lead to them. A step that has been released is never edited; the next one is added. */
export const migrations = [
  `
   -- with login
   create table accounts (
     id int generated always as identity primary key,
     name text not null unique,
     password text not null
   );
   create table sessions (
     token text primary key,
     account_id int not null references accounts on delete cascade,
     ends_at timestamptz not null
   );
   -- end
   create table notes (
     id int generated always as identity primary key,
     -- with login
     owner_id int not null references accounts on delete cascade,
     -- end
     text text not null,
     written_at timestamptz not null default now()
   );`
]
// end
