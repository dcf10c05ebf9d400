/** The database's tables, as the steps that lead to them. A step that has been released is never edited; the next one is added. */
export const migrations = [
  `create table users (
     id int generated always as identity primary key,
     username text not null unique,
     email text not null unique,
     password text not null,
     bio text not null default '',
     image text not null default ''
   );
   create table follows (
     follower_id int not null references users on delete cascade,
     followed_id int not null references users on delete cascade,
     primary key (follower_id, followed_id)
   );
   create table articles (
     id int generated always as identity primary key,
     author_id int not null references users on delete cascade,
     title text not null,
     -- The id makes it unique: two authors may choose one title.
     slug text not null unique generated always as (
       trim(leading '-' from regexp_replace(lower(title) || '-' || id, '[^[:alnum:]]+', '-', 'g'))
     ) stored,
     description text not null,
     body text not null,
     tags text[] not null,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now()
   );
   create index articles_of_author on articles (author_id);
   create index articles_with_tag on articles using gin (tags);
   create table favorites (
     user_id int not null references users on delete cascade,
     article_id int not null references articles on delete cascade,
     primary key (article_id, user_id)
   );
   create table comments (
     id int generated always as identity primary key,
     article_id int not null references articles on delete cascade,
     author_id int not null references users on delete cascade,
     body text not null,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now()
   );
   create index comments_of_article on comments (article_id);`,

  // What answers hold, as a viewer sees it; without a viewer nothing is followed or favorited.
  `create function profile_of(users, viewer int) returns json language sql stable as $$
     select json_build_object(
       'username', $1.username, 'bio', $1.bio, 'image', $1.image,
       'following', exists (select from follows where follower_id = viewer and followed_id = $1.id)
     )
   $$;
   create function favorites_of(articles) returns int language sql stable as $$
     select count(*)::int from favorites where article_id = $1.id
   $$;
   create function is_favorite(articles, viewer int) returns boolean language sql stable as $$
     select exists (select from favorites where article_id = $1.id and user_id = viewer)
   $$;`
]
