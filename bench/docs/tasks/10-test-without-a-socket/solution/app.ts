import { espalier, httpError, Type } from 'espalier'

const titles = new Map([[1, 'Emma']])

export const createApp = () =>
  espalier().get('/books/:id', { schema: { params: { id: Type.Integer() } } }, ({ params: { id } }) => {
    const title = titles.get(id)
    if (title === undefined) throw httpError(404, 'BOOK_UNKNOWN', `There is no book ${id}.`)
    return { id, title }
  })
