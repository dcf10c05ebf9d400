// What the server renders: a page for each route.
export const routes = [
  { path: '/', render: ({ shelf }) => `<ul>${shelf.books.map(({ title }) => `<li>${title}</li>`).join('')}</ul>` },
  {
    path: '/pages/:id',
    render: ({ shelf, params, reader }) => {
      const book = shelf.find(Number(params.id))
      if (book === undefined) throw Object.assign(new Error('no such page'), { statusCode: 404 })
      return `<h1>${book.title} for ${reader}</h1>`
    }
  }
]
