/** The database's tables, as the steps that lead to them. A step that has been released is never edited; the next one is added. */
export const migrations = [
  `create table books (
     id int generated always as identity primary key,
     isbn text not null unique,
     title text not null,
     author text not null,
     year int not null
   );
   create table members (
     id int generated always as identity primary key,
     name text not null,
     card text not null unique
   );
   create table loans (
     id int generated always as identity primary key,
     book_id int not null references books,
     member_id int not null references members,
     borrowed_on date not null,
     due_on date not null,
     returned_on date
   );
   -- A book is lent once at a time, however many requests ask for it at once.
   create unique index loans_open on loans (book_id) where returned_on is null;
   create index loans_of_member on loans (member_id);`,

  `create view catalogue as
     select *, not exists (select from loans where book_id = books.id and returned_on is null) as available from books;
   create view loan_slips as
     select loans.id, book_id as "bookId", title, member_id as "memberId", borrowed_on as "borrowedOn",
            due_on as "dueOn", returned_on as "returnedOn"
     from loans join books on books.id = book_id;`,

  `insert into books (isbn, title, author, year) values
     ('9780441478125', 'The Left Hand of Darkness', 'Ursula K. Le Guin', 1969),
     ('9780156949606', 'The Waves', 'Virginia Woolf', 1931),
     ('9780811213578', 'The Book of Disquiet', 'Fernando Pessoa', 1982),
     ('9780140449266', 'The Count of Monte Cristo', 'Alexandre Dumas', 1844),
     ('9780307593313', '1Q84', 'Haruki Murakami', 2009);`
]
